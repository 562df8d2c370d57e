import type { ProcesoResumen, TareaGuardada } from '@div/contract'
import { FormHelp, notify } from '@div/ui'
import { Alert, Button, Group, Paper, SimpleGrid, Skeleton, Stack, Switch, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ApiError } from '../../shared/api-error.ts'
import { CategoriaSelect } from '../../shared/categorias/categoria-select.tsx'
import { campoOf } from '../../shared/form/campo-of.ts'
import { DescripcionField } from '../../shared/form/descripcion-field.tsx'
import { errorOf } from '../../shared/form/error-of.ts'
import { FormDialogs } from '../../shared/form/form-dialogs.tsx'
import { NombreField } from '../../shared/form/nombre-field.tsx'
import { ObjectPage } from '../../shared/form/object-page.tsx'
import { RemoveDialog } from '../../shared/list/remove-dialog.tsx'
import { ResourceSelect } from '../../shared/list/resource-select.tsx'
import { LoadError } from '../../shared/load-error.tsx'
import { useCan } from '../../shared/session.ts'
import { ChangedBy } from '../../shared/time/changed-by.tsx'
import { ApartadosSection } from './apartados-section.tsx'
import { CuandoFields } from './cuando-fields.tsx'
import { DisparosSection } from './disparos-section.tsx'
import { EntradaFields } from './entrada-fields.tsx'
import { EscuchaRail } from './escucha-rail.tsx'
import { MapeoFields } from './mapeo-fields.tsx'
import { PoliticasFields } from './politicas-fields.tsx'
import { ProximasRail } from './proximas-rail.tsx'
import { TareaState } from './tarea-state.tsx'
import { TAREA_FIELDS, toTareaDraft, usePrevision, useProcesoOfTarea, useTareaForm } from './tareas-api.ts'
import { useRunTarea } from './use-run-tarea.ts'

const BACK = { to: '/tareas-programadas', label: 'Tareas programadas' }
const NEW = 'new'
const TYPING_MS = 300
const NOTHING_MAPPED = {}

export default function TareaPage() {
  const { id = NEW } = useParams()
  // What is written of one is not for another.
  return <TareaEditor key={id} id={id === NEW ? null : id} />
}

function TareaEditor({ id }: { id: string | null }) {
  const navigate = useNavigate()
  const [isRemoving, setIsRemoving] = useState(false)
  const form = useTarea(id, took)
  const { draft, change, saved, proceso, parametros, isKnown, errors } = form
  const isNew = id === null
  const mayChange = useCan(isNew ? 'tareas-programadas.crear' : 'tareas-programadas.editar')
  const isReadOnly = !mayChange

  function took(stored: TareaGuardada) {
    notify.success(isNew ? 'Tarea creada' : 'Tarea guardada', stored.nombre)
    if (isNew) navigate(`${BACK.to}/${stored.id}`, { replace: true })
  }

  if (form.loadError) return <LoadError error={form.loadError} onRetry={form.retry} back={BACK} />
  if (!isNew && saved === null) return <LoadingPage />
  return (
    <ObjectPage
      back={BACK}
      title={isNew ? 'Nueva tarea' : (saved?.nombre ?? '')}
      badges={saved && <TareaState activo={saved.activo} />}
      summary={saved && <ChangedBy at={saved.actualizadoEn} by={saved.actualizadoPor} />}
      actions={
        saved && (
          <TareaActions
            tarea={saved}
            mayRun={mayChange}
            isDirty={form.isDirty}
            onRemove={() => setIsRemoving(true)}
          />
        )
      }
      {...(mayChange && {
        save: form.saving,
      })}
      failure={form.failure}
      rail={
        draft.evento ? (
          <EscuchaRail id={id} />
        ) : (
          <ProximasRail
            prevision={form.prevision}
            zonaHoraria={form.previewed.zonaHoraria}
            activo={draft.activo}
          />
        )
      }
      sections={[
        {
          id: 'tarea',
          label: 'Tarea',
          errorCount: errors.length,
          content: (
            <FormHelp help="/documentacion/campos#tareas-programadas" root="">
              <Stack gap="lg">
                <Part title="Qué">
                  <NombreField form={form} isNew={isNew} isReadOnly={isReadOnly} />
                  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
                    <ResourceSelect<ProcesoResumen>
                      resource="procesos"
                      label="Proceso"
                      placeholder="Busque por su nombre"
                      withAsterisk
                      allowDeselect={false}
                      disabled={isReadOnly}
                      {...campoOf(errors, 'procesoId')}
                      noteOf={({ versionPublicada }) => (versionPublicada === null ? 'sin publicar' : null)}
                      value={draft.procesoId === '' ? null : draft.procesoId}
                      onChange={(procesoId) => procesoId !== null && change({ procesoId })}
                    />
                    <CategoriaSelect
                      disabled={isReadOnly}
                      {...campoOf(errors, 'categoriaId')}
                      value={draft.categoriaId}
                      onChange={(categoriaId) => change({ categoriaId })}
                    />
                  </SimpleGrid>
                  {proceso?.versionPublicada === null && (
                    <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
                      {proceso.nombre} no tiene ninguna versión publicada, y una tarea solo ejecuta lo
                      publicado. Los datos de abajo son los de su borrador.
                    </Alert>
                  )}
                  <DescripcionField form={form} isReadOnly={isReadOnly} />
                  <Switch
                    label="Activa"
                    data-campo="activo"
                    description="Sin activar se guarda igual, pero no empieza por sí misma."
                    disabled={isReadOnly}
                    checked={draft.activo}
                    onChange={({ currentTarget }) => change({ activo: currentTarget.checked })}
                  />
                </Part>
                <Part title="Cuándo">
                  <CuandoFields form={form} previewError={form.previewError} isReadOnly={isReadOnly} />
                </Part>
                <Part title="Entrada">
                  {draft.evento && (
                    <MapeoFields
                      evento={draft.evento}
                      parametros={parametros}
                      errors={errors}
                      isReadOnly={isReadOnly}
                      onChange={(evento) => change({ evento })}
                    />
                  )}
                  <EntradaFields
                    key={draft.procesoId}
                    hasProceso={draft.procesoId !== ''}
                    isKnown={isKnown}
                    parametros={parametros}
                    mapeo={draft.evento?.mapeo ?? NOTHING_MAPPED}
                    value={draft.entrada}
                    errors={errors}
                    isReadOnly={isReadOnly}
                    onChange={(entrada) => change({ entrada })}
                  />
                </Part>
                <Part title="Políticas">
                  <PoliticasFields form={form} isReadOnly={isReadOnly} />
                </Part>
                <FormDialogs form={form} toDraft={toTareaDraft} fields={TAREA_FIELDS} />
                {isRemoving && saved && (
                  <RemoveDialog
                    resource="tareas-programadas"
                    noun="la tarea"
                    row={saved}
                    onClose={() => setIsRemoving(false)}
                    onRemoved={() => navigate(BACK.to)}
                  />
                )}
              </Stack>
            </FormHelp>
          ),
        },
        ...(saved
          ? [
              {
                id: 'disparos',
                label: 'Disparos',
                content: (
                  <DisparosSection
                    id={saved.id}
                    zonaHoraria={saved.zonaHoraria}
                    isEvento={saved.evento !== null}
                  />
                ),
              },
            ]
          : []),
        ...(saved?.evento
          ? [
              {
                id: 'apartados',
                label: 'Apartados',
                content: <ApartadosSection id={saved.id} mayDecide={mayChange} />,
              },
            ]
          : []),
      ]}
    />
  )
}

interface TareaActionsProps {
  tarea: TareaGuardada
  mayRun: boolean
  isDirty: boolean
  onRemove: () => void
}

/** What is done with one that is stored. */
function TareaActions({ tarea, mayRun, isDirty, onRemove }: TareaActionsProps) {
  const mayRemove = useCan('tareas-programadas.eliminar')
  const runTarea = useRunTarea()
  return (
    <>
      {mayRemove && (
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={onRemove}
        >
          Eliminar
        </Button>
      )}
      {mayRun && (
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          disabled={isDirty}
          title={isDirty ? 'Guarde antes: se ejecuta lo guardado.' : undefined}
          onClick={() => void runTarea(tarea)}
        >
          Ejecutar ahora
        </Button>
      )}
    </>
  )
}

/** The form, with what the process declares and what the schedule comes to. */
function useTarea(id: string | null, onStored: (stored: TareaGuardada) => void) {
  const form = useTareaForm(id, onStored)
  const { procesoId, cron, evento, zonaHoraria, calendarioId, enFestivo } = form.draft
  const { proceso, parametros, isKnown } = useProcesoOfTarea(procesoId)
  // What is stored is shown as soon as it is there; what is typed, after a pause.
  const [{ conEvento, ...previewed }] = useDebouncedValue(
    { cron, zonaHoraria, calendarioId, enFestivo, conEvento: evento !== null },
    TYPING_MS,
    { leading: true },
  )
  const isHorario = evento === null && !conEvento
  const prevision = usePrevision(previewed, isHorario && (id === null || form.saved !== null))
  const refused = prevision.error instanceof ApiError ? prevision.error.errores : []
  return {
    ...form,
    proceso,
    parametros,
    isKnown,
    previewed,
    prevision,
    previewError: (campo: string) => errorOf(refused, campo),
  }
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Paper component="section" p="lg" aria-labelledby={id}>
      <Stack gap="md">
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  )
}

function LoadingPage() {
  return (
    <Stack gap="lg" role="status" aria-label="Cargando...">
      <Skeleton height={28} width={280} />
      <Group align="flex-start" wrap="nowrap">
        <Skeleton height={420} maw={880} />
        <Skeleton height={280} width={300} visibleFrom="md" />
      </Group>
    </Stack>
  )
}
