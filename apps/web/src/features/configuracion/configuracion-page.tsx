import { type Ajustes, ajustesSchema, type Configuracion } from '@div/contract'
import { ConfirmDialog, notify } from '@div/ui'
import { Button, Stack, Text } from '@mantine/core'
import { IconArrowsExchange, IconBellRinging, IconPlugConnected, IconServerBolt } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { FormDialogs } from '../../shared/form/form-dialogs.tsx'
import { ObjectPage } from '../../shared/form/object-page.tsx'
import { useReach } from '../../shared/reach.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { AjustesCard } from './ajustes-card.tsx'
import { AsistenteCard } from './asistente-card.tsx'
import { AJUSTES_FIELDS, toAjustes, useAjustesForm } from './configuracion-api.ts'
import { CopiaCard } from './copia-card.tsx'
import { NavegadorCard } from './navegador-card.tsx'
import { RestaurarCard } from './restaurar-card.tsx'
import { SeguridadSection } from './seguridad-section.tsx'

const POOLS = '/configuracion-async-pool'
const NODOS = '/configuracion/nodos'
const ALERTAS = '/alertas'
const ENTORNOS = '/entornos'

export default function ConfiguracionPage() {
  const form = useAjustesForm(() => notify.success('Configuración guardada'))
  const { draft, saved, errors, isDirty } = form
  const [isAsking, setIsAsking] = useState(false)
  const reaches = useReach()
  const days = saved ? daysOf(draft, saved) : 0

  /** What was chosen of two versions may delete as much as what was typed. */
  function resolve(chosen: Ajustes) {
    const theirs = form.conflict
    if (theirs === null || daysOf(chosen, theirs) >= theirs.historialDias) return void form.resolve(chosen)
    form.rebase(chosen)
    setIsAsking(true)
  }

  // What is older goes at once. What is wrong is told before anything is asked.
  const losesHistory = saved !== null && days < saved.historialDias && ajustesSchema.safeParse(draft).success

  return (
    <>
      <ObjectPage
        title="Configuración"
        summary={
          saved && (
            <>
              DIV {saved.version} · ajustes modificados <TimeAgo at={saved.actualizadoEn} />
            </>
          )
        }
        failure={form.failure}
        actions={
          <>
            {reaches(ALERTAS) && (
              <Button
                component={Link}
                to={ALERTAS}
                variant="default"
                leftSection={<IconBellRinging size={16} aria-hidden />}
              >
                Alertas
              </Button>
            )}
            {reaches(ENTORNOS) && (
              <Button
                component={Link}
                to={ENTORNOS}
                variant="default"
                leftSection={<IconArrowsExchange size={16} aria-hidden />}
              >
                Entornos
              </Button>
            )}
            {reaches(NODOS) && (
              <Button
                component={Link}
                to={NODOS}
                variant="default"
                leftSection={<IconServerBolt size={16} aria-hidden />}
              >
                Nodos
              </Button>
            )}
            {reaches(POOLS) && (
              <Button
                component={Link}
                to={POOLS}
                variant="default"
                leftSection={<IconPlugConnected size={16} aria-hidden />}
              >
                Pools de conexiones
              </Button>
            )}
          </>
        }
        {...(isDirty && {
          save: { ...form.saving, onSave: () => (losesHistory ? setIsAsking(true) : void form.save()) },
        })}
        sections={[
          {
            id: 'general',
            label: 'General',
            errorCount: errors.length,
            content: (
              <Stack gap="lg">
                <AjustesCard form={form} />
                <NavegadorCard />
              </Stack>
            ),
          },
          { id: 'asistente', label: 'Asistente', content: <AsistenteCard /> },
          { id: 'seguridad', label: 'Seguridad', content: <SeguridadSection /> },
          {
            id: 'copia',
            label: 'Copia y restauración',
            content: (
              <Stack gap="lg">
                <CopiaCard />
                <RestaurarCard />
              </Stack>
            ),
          },
        ]}
      />
      <FormDialogs form={form} toDraft={toAjustes} fields={AJUSTES_FIELDS} onResolve={resolve} />
      {isAsking && (
        <ConfirmDialog
          title="Guardar menos historial"
          confirm="Guardar y borrar"
          isDangerous
          onConfirm={form.save}
          onClose={() => setIsAsking(false)}
        >
          <Text size="sm">
            Las ejecuciones de hace más de {days} {days === 1 ? 'día' : 'días'} se borran ahora mismo. No se
            puede deshacer.
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}

/** How long history is kept with these settings. */
function daysOf({ historialDias }: Ajustes, { porDefecto }: Configuracion): number {
  return historialDias ?? porDefecto.historialDias
}
