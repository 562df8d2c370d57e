import { isWithin } from '@div/ui'
import { Button, Skeleton, Stack } from '@mantine/core'
import { IconRocket, IconSitemap } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { lienzoOf } from '../../shared/address-of.ts'
import { FormDialogs } from '../../shared/form/form-dialogs.tsx'
import { ObjectPage } from '../../shared/form/object-page.tsx'
import { LoadError } from '../../shared/load-error.tsx'
import PublishDialog from '../../shared/procesos/publicar/publish-dialog.tsx'
import { useCan } from '../../shared/session.ts'
import { ChangedBy } from '../../shared/time/changed-by.tsx'
import { CanalesSection } from './canales-section.tsx'
import { EstadoProcesoBadge } from './estado-badge.tsx'
import { FlujoSection } from './flujo-section.tsx'
import { OverviewSection } from './overview-section.tsx'
import { ProcesoMenu } from './proceso-menu.tsx'
import { ProcesoRail } from './proceso-rail.tsx'
import { toProcesoDraft, useProcesoForm, useResumen, useValidacion } from './procesos-api.ts'
import { RunSection } from './run-section.tsx'
import { useRun } from './use-run.ts'
import { VersionesSection } from './versiones-section.tsx'

const OVERVIEW = 'resumen'
const BACK = { to: '/procesos', label: 'Procesos' }

export default function ProcesoPage() {
  const { id = '' } = useParams()
  return <Proceso key={id} id={id} />
}

function Proceso({ id }: { id: string }) {
  const form = useProcesoForm(id)
  const { saved } = form
  const navigate = useNavigate()
  const mayEdit = useCan('procesos.editar')
  const activity = useResumen(id, form.loadError === null)
  const resumen = activity.data
  const { data: validacion } = useValidacion(id, saved?.revision)
  const run = useRun(id)
  const [isPublishing, setIsPublishing] = useState(false)
  const [params] = useSearchParams()
  const isOverview = (params.get('seccion') ?? OVERVIEW) === OVERVIEW

  if (saved === null && form.loadError !== null)
    return <LoadError error={form.loadError} onRetry={form.retry} back={BACK} />
  if (saved === null) return <LoadingPage />

  const ofFlujo = form.errors.filter(({ campo }) => isWithin(campo, 'flujo')).length
  const mistakes = validacion?.hallazgos.filter(({ gravedad }) => gravedad === 'error').length ?? 0
  return (
    <>
      <ObjectPage
        back={BACK}
        title={saved.nombre}
        badges={resumen && <EstadoProcesoBadge proceso={resumen} />}
        summary={<ChangedBy at={saved.actualizadoEn} by={saved.actualizadoPor} />}
        actions={
          <>
            <Button
              component={Link}
              to={lienzoOf(id, mayEdit)}
              variant="default"
              leftSection={<IconSitemap size={16} aria-hidden />}
            >
              {mayEdit ? 'Abrir en el lienzo' : 'Ver en el lienzo'}
            </Button>
            <ProcesoMenu
              proceso={saved}
              size="lg"
              variant="default"
              onRemoved={() => navigate('/procesos')}
            />
            {mayEdit && (
              <Button
                variant={resumen?.conCambios && !form.isDirty ? 'filled' : 'default'}
                leftSection={<IconRocket size={16} aria-hidden />}
                disabled={form.isDirty}
                title={form.isDirty ? 'Guarde antes los cambios' : undefined}
                onClick={() => setIsPublishing(true)}
              >
                Publicar
              </Button>
            )}
          </>
        }
        {...(mayEdit && {
          save: form.saving,
        })}
        failure={form.failure}
        sections={[
          {
            id: OVERVIEW,
            label: 'Resumen',
            errorCount: form.errors.length - ofFlujo,
            content: <OverviewSection form={form} proceso={saved} mayEdit={mayEdit} />,
          },
          {
            id: 'flujo',
            label: 'Flujo',
            isWide: true,
            errorCount: ofFlujo,
            findingCount: mistakes,
            content: <FlujoSection form={form} validacion={validacion} mayEdit={mayEdit} />,
          },
          ...(mayEdit
            ? [
                {
                  id: 'ejecutar',
                  label: 'Ejecutar',
                  isWide: true,
                  content: <RunSection proceso={saved} run={run} isDirty={form.isDirty} />,
                },
              ]
            : []),
          {
            id: 'versiones',
            label: 'Versiones',
            isWide: true,
            content: <VersionesSection proceso={saved} mayEdit={mayEdit} isDirty={form.isDirty} />,
          },
          { id: 'canales', label: 'Canales', isWide: true, content: <CanalesSection id={id} /> },
        ]}
        rail={
          isOverview && (
            <ProcesoRail
              id={id}
              resumen={resumen}
              error={activity.error}
              onRetry={() => void activity.refetch()}
            />
          )
        }
      />
      <FormDialogs form={form} toDraft={toProcesoDraft} />
      {isPublishing && <PublishDialog proceso={saved} onClose={() => setIsPublishing(false)} />}
    </>
  )
}

function LoadingPage() {
  return (
    <Stack gap="lg" role="status" aria-label="Cargando...">
      <Skeleton height={28} width={280} />
      <Skeleton height={320} />
    </Stack>
  )
}
