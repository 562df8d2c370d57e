import { ConfirmDialog, ErrorState, FormHelp, notify } from '@div/ui'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconTimeline } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { FormDialogs } from '../../shared/form/form-dialogs.tsx'
import { ObjectPage } from '../../shared/form/object-page.tsx'
import { describeMegabytes } from './describe-megabytes.ts'
import { ExportacionCard } from './exportacion-card.tsx'
import { MascarasFields } from './mascaras-fields.tsx'
import { NivelFields } from './nivel-fields.tsx'
import { TamanosFields } from './tamanos-fields.tsx'
import { TRAZAS_FIELDS, type TrazabilidadForm, toAjustes, useTrazabilidadForm } from './trazabilidad-api.ts'

const MEGABYTE = 1_048_576
const OF_MASCARAS = ['camposOcultos', 'patronesOcultos']
const OF_EXPORTACION = ['exportacion']
const OF_NIVEL = ['nivel', 'porcentaje', 'procesos']

/** What is kept of runs, for how long, and what of it nobody sees. */
export default function ConfiguracionTracingPage() {
  const form = useTrazabilidadForm(() =>
    notify.success('Trazabilidad configurada', 'Vale en todos los motores sin reiniciar nada.'),
  )
  const [isAsking, setIsAsking] = useState(false)
  const { isDirty, saved, loadError, draft } = form
  const { historialMegabytes } = draft
  const deletes =
    saved !== null && historialMegabytes !== null && historialMegabytes * MEGABYTE < saved.historial.bytes
  return (
    <>
      <ObjectPage
        title="Trazabilidad"
        summary="Qué queda de cada ejecución y cuánto tiempo. Vale en todos los motores en cuanto se guarda."
        failure={form.failure}
        actions={
          <Button
            component={Link}
            to="/ejecuciones"
            variant="default"
            leftSection={<IconTimeline size={16} aria-hidden />}
          >
            Ver las ejecuciones
          </Button>
        }
        {...(isDirty && {
          save: { ...form.saving, onSave: () => (deletes ? setIsAsking(true) : void form.save()) },
        })}
        sections={[
          {
            id: 'niveles',
            label: 'Qué se guarda',
            errorCount: countErrors(form, OF_NIVEL),
            content: <Loaded form={form} error={loadError} render={() => <NivelFields form={form} />} />,
          },
          {
            id: 'ocultar',
            label: 'Qué se oculta',
            errorCount: countErrors(form, OF_MASCARAS),
            content: <Loaded form={form} error={loadError} render={() => <MascarasFields form={form} />} />,
          },
          {
            id: 'tamanos',
            label: 'Cuánto se guarda',
            errorCount:
              form.errors.length - countErrors(form, [...OF_NIVEL, ...OF_MASCARAS, ...OF_EXPORTACION]),
            content: (
              <Loaded
                form={form}
                error={loadError}
                render={() => (
                  <Stack gap="lg">
                    <TamanosFields form={form} />
                  </Stack>
                )}
              />
            ),
          },
          {
            id: 'exportacion',
            label: 'Exportación',
            errorCount: countErrors(form, OF_EXPORTACION),
            content: (
              <Loaded
                form={form}
                error={loadError}
                render={() => saved && <ExportacionCard form={form} saved={saved} />}
              />
            ),
          },
        ]}
      />
      <FormDialogs form={form} toDraft={toAjustes} fields={TRAZAS_FIELDS} />
      {isAsking && saved && (
        <ConfirmDialog
          title="Guardar menos historial"
          confirm="Guardar y borrar"
          isDangerous
          onConfirm={form.save}
          onClose={() => setIsAsking(false)}
        >
          <Text size="sm">
            El historial ocupa {describeMegabytes(saved.historial.bytes)}: se borran los días más viejos hasta
            que quepa. No se puede deshacer.
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}

function Loaded({
  form: { saved, retry },
  error,
  render,
}: {
  form: TrazabilidadForm
  error: Error | null
  render: () => ReactNode
}) {
  if (error !== null) return <ErrorState message={error.message} onRetry={retry} />
  if (saved === null) return <Skeleton height={320} role="status" aria-label="Cargando..." />
  return (
    <FormHelp help="/documentacion/campos#trazabilidad" root="">
      {render()}
    </FormHelp>
  )
}

/** `procesos[2].nivel` is of `procesos`. */
function countErrors({ errors }: TrazabilidadForm, names: readonly string[]): number {
  return errors.filter(({ campo }) => names.includes(campo.split(/[.[]/, 1)[0] ?? '')).length
}
