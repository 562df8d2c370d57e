import { CATEGORIAS_DE_PLANTILLA, type Plantilla, type PlantillaResumen } from '@div/contract'
import { FormHelp } from '@div/ui'
import { Alert, Button, Group, List, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { lienzoOf } from '../../shared/address-of.ts'
import { describeError } from '../../shared/api-error.ts'
import { EditorPanel } from '../../shared/form/editor-panel.tsx'
import { ReachLink } from '../../shared/reach-link.tsx'
import { Dependencias } from './dependencias.tsx'
import { PlantillaDrawing } from './plantilla-drawing.tsx'
import { useCasosDe, usePlantilla } from './plantillas-api.ts'
import { useProcesoActions } from './procesos-api.ts'
import { useReview } from './use-review.ts'

interface PlantillaPanelProps {
  resumen: PlantillaResumen
  onClose: () => void
}

/** One template: what it needs, and then what was made of it. */
export function PlantillaPanel({ resumen, onClose }: PlantillaPanelProps) {
  const { data: plantilla, error, refetch } = usePlantilla(resumen.id)
  const [made, setMade] = useState<{ id: string; nombre: string } | null>(null)
  if (made !== null) return <Made proceso={made} propuesta={resumen.propuesta} onClose={onClose} />
  if (plantilla === undefined)
    return (
      <EditorPanel
        title={resumen.nombre}
        onClose={onClose}
        isLoading
        loadError={error}
        onRetry={() => void refetch()}
      >
        {null}
      </EditorPanel>
    )
  return <Chosen plantilla={plantilla} dibujo={resumen.dibujo} onClose={onClose} onMade={setMade} />
}

interface ChosenProps extends Pick<PlantillaResumen, 'dibujo'> {
  plantilla: Plantilla
  onClose: () => void
  onMade: (proceso: { id: string; nombre: string }) => void
}

function Chosen({ plantilla, dibujo, onClose, onMade }: ChosenProps) {
  const { paquete } = plantilla
  const queries = useQueryClient()
  const { importPaquete } = useProcesoActions()
  const [nombre, setNombre] = useState<string | null>(null)
  const [asignaciones, setAsignaciones] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const review = useReview(paquete, asignaciones)
  const name = nombre ?? review.data?.nombre ?? plantilla.nombre
  const isReady = review.data?.faltan.length === 0 && !review.isPlaceholderData && name.trim() !== ''

  async function save() {
    setIsSaving(true)
    setFailure(null)
    try {
      onMade(await importPaquete({ paquete, asignaciones: review.data?.asignaciones ?? {}, nombre: name }))
    } catch (error) {
      // The panel says why.
      setFailure(describeError(error))
      setIsSaving(false)
    }
  }

  return (
    <EditorPanel
      title={plantilla.nombre}
      summary={CATEGORIAS_DE_PLANTILLA[plantilla.categoria]}
      onClose={onClose}
      failure={failure}
      save={{
        isDirty: isReady,
        isSaving,
        label: 'Crear el proceso',
        onSave: save,
        onReset: () => setAsignaciones({}),
      }}
    >
      <FormHelp help="/documentacion/plantillas#como-se-usa" root="">
        <Stack gap="lg">
          <Text size="sm">{plantilla.resumen}</Text>
          <PlantillaDrawing dibujo={dibujo} />
          <Propuesta propuesta={plantilla.propuesta} />
          <TextInput
            label="Nombre"
            withAsterisk
            value={name}
            onChange={({ currentTarget }) => setNombre(currentTarget.value)}
          />
          {review.error && (
            <Alert
              color="red"
              variant="light"
              icon={<IconAlertTriangle aria-hidden />}
              title="No se pudo revisar"
            >
              {describeError(review.error)}
            </Alert>
          )}
          {review.data === undefined ? (
            review.error === null && <Skeleton height={96} />
          ) : (
            <Dependencias
              dependencias={paquete.dependencias}
              review={review.data}
              plantilla={plantilla}
              onAssign={(key, id) => setAsignaciones((current) => ({ ...current, [key]: id }))}
              onReview={() => {
                // Made elsewhere meanwhile: it may be chosen now.
                void queries.invalidateQueries({ queryKey: ['servidores'] })
                void review.refetch()
              }}
            />
          )}
        </Stack>
      </FormHelp>
    </EditorPanel>
  )
}

function Propuesta({ propuesta: { texto } }: Pick<PlantillaResumen, 'propuesta'>) {
  return (
    <Text size="sm" c="dimmed">
      Cómo se empieza: {texto}
    </Text>
  )
}

interface MadeProps extends Pick<PlantillaResumen, 'propuesta'> {
  proceso: { id: string; nombre: string }
  onClose: () => void
}

/** Its cases are run at once: what was made works before anybody has changed it. */
function Made({ proceso: { id, nombre }, propuesta, onClose }: MadeProps) {
  const isTarea = propuesta.por === 'tarea'
  return (
    <EditorPanel title={nombre} summary="Proceso creado, todavía sin publicar." onClose={onClose}>
      <Casos procesoId={id} />
      <Stack gap="xs">
        <Text size="sm" fw={500}>
          Y ahora
        </Text>
        <Propuesta propuesta={propuesta} />
        <Text size="sm" c="dimmed">
          {isTarea
            ? 'Publíquelo desde el lienzo y cree la tarea que lo empieza.'
            : 'Publíquelo desde el lienzo: allí se elige el canal y la dirección.'}
        </Text>
      </Stack>
      <Group gap="sm">
        <Button component={Link} to={lienzoOf(id, true)}>
          Abrir en el lienzo
        </Button>
        <ReachLink to={isTarea ? '/tareas-programadas?ver=nuevo' : '/canales/config/new'}>
          {isTarea ? 'Crear la tarea' : 'Crear un canal'}
        </ReachLink>
      </Group>
    </EditorPanel>
  )
}

function Casos({ procesoId }: { procesoId: string }) {
  const { data, error } = useCasosDe(procesoId)
  if (error)
    return (
      <Alert color="red" title="Sus casos no se pudieron ejecutar">
        {describeError(error)}
      </Alert>
    )
  if (data === undefined) return <Text size="sm">Se ejecutan sus casos de prueba…</Text>
  const { resultados } = data
  const right = resultados.filter(({ ok }) => ok).length
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500} role="status">
        {right} de {resultados.length} casos de prueba correctos
      </Text>
      <List size="sm" spacing={4} center aria-label="Casos de prueba">
        {resultados.map(({ casoId, nombre, ok }) => (
          <List.Item
            key={casoId}
            icon={
              ok ? (
                <IconCheck
                  size={16}
                  role="img"
                  aria-label="Correcto"
                  color="var(--mantine-color-green-filled)"
                />
              ) : (
                <IconX size={16} role="img" aria-label="Distinto" color="var(--mantine-color-red-filled)" />
              )
            }
          >
            {nombre}
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}
