import type { ColeccionDeRagGuardada, EvaluacionDeRagDetalle } from '@div/contract'
import { EmptyState, ErrorState, FileChooser, notify } from '@div/ui'
import { Alert, Button, Group, Paper, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconFileImport, IconInfoCircle, IconPlayerPlay, IconTargetArrow } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { addressOf } from '../../../shared/address-of.ts'
import { describeError } from '../../../shared/api-error.ts'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { AsidePage } from '../../../shared/list/aside-page.tsx'
import { CreateButton } from '../../../shared/list/create-button.tsx'
import { useOpened } from '../../../shared/list/use-opened.ts'
import { LoadError } from '../../../shared/load-error.tsx'
import { useCan } from '../../../shared/session.ts'
import classes from './buscar-page.module.css'
import {
  evaluacionesPath,
  evaluate,
  importPreguntas,
  preguntasPath,
  useEvaluacion,
  useEvaluaciones,
  usePreguntas,
} from './evaluacion-api.ts'
import { Historial } from './evaluacion-historial.tsx'
import { MedidasTable } from './medidas-table.tsx'
import { PreguntaPanel } from './pregunta-panel.tsx'
import { PreguntasList } from './preguntas-list.tsx'
import { RESOURCE, useColeccion } from './rag-api.ts'

/** In the address: which run is looked at. */
const SHOWN = 'evaluacion'

export default function EvaluacionPage() {
  const { id = '' } = useParams()
  const { data: coleccion, error, refetch } = useColeccion(id)
  if (coleccion) return <Evaluacion key={id} coleccion={coleccion} />
  if (error)
    return <LoadError error={error} onRetry={() => void refetch()} back={{ to: '/rag', label: 'RAG' }} />
  return <Skeleton height={480} />
}

/** How well a collection finds what it should, and whether that became better. */
function Evaluacion({ coleccion: { id, nombre } }: { coleccion: ColeccionDeRagGuardada }) {
  const { data: preguntas, error, refetch } = usePreguntas(id)
  const opened = useOpened()
  const mayEdit = useCan('rag.editar')
  const importar = useImport(id)
  const create = mayEdit && <CreateButton onClick={opened.openNew}>Añadir pregunta</CreateButton>
  const upload = mayEdit && (
    <FileChooser accept=".csv,.xlsx" onChoose={([file]) => void importar.run(file)}>
      {(props) => (
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} aria-hidden />}
          loading={importar.isRunning}
          {...props}
        >
          Importar CSV
        </Button>
      )}
    </FileChooser>
  )
  return (
    <AsidePage
      back={{ to: addressOf(RESOURCE, id), label: nombre }}
      title={`Evaluación de ${nombre}`}
      summary="Preguntas con lo que deben encontrar: se ve si un cambio de la colección mejora la búsqueda."
      actions={
        <>
          {upload}
          {create}
        </>
      }
      aside={
        (opened.isNew || opened.id !== null) && (
          <PreguntaPanel key={opened.id} coleccionId={id} opened={opened} />
        )
      }
    >
      {error && !preguntas && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!preguntas && !error && <Skeleton height={240} />}
      {preguntas?.length === 0 && (
        <EmptyState
          icon={IconTargetArrow}
          title="Todavía no hay preguntas"
          text="Escriba preguntas y diga qué documento o qué pasaje debe responder a cada una, o impórtelas de un CSV con las columnas pregunta, documento y fragmento."
          action={
            <>
              {upload}
              {create}
              <GuiaLink to="/docs/rag">buscar en documentos</GuiaLink>
            </>
          }
        />
      )}
      {preguntas && preguntas.length > 0 && (
        <Stack gap="lg" className={classes.content}>
          <Resultados coleccionId={id} mayEdit={mayEdit}>
            {(evaluacion) => (
              <section>
                <Title order={2} size="h4" mb="sm">
                  Preguntas
                </Title>
                <PreguntasList
                  coleccionId={id}
                  preguntas={preguntas}
                  evaluacion={evaluacion}
                  mayEdit={mayEdit}
                  onRemove={(removed) => removed === opened.id && opened.close()}
                />
              </section>
            )}
          </Resultados>
        </Stack>
      )}
    </AsidePage>
  )
}

interface ResultadosProps {
  coleccionId: string
  mayEdit: boolean
  /** Told the run that is looked at. */
  children: (evaluacion: EvaluacionDeRagDetalle | undefined) => ReactNode
}

function Resultados({ coleccionId, mayEdit, children }: ResultadosProps) {
  const { data: evaluaciones = [], error, refetch } = useEvaluaciones(coleccionId)
  const [params, setParams] = useSearchParams()
  const asked = evaluaciones.findIndex(({ id }) => id === params.get(SHOWN))
  const at = Math.max(0, asked)
  const shown = evaluaciones[at]
  const anterior = evaluaciones[at + 1]
  const { data: detalle } = useEvaluacion(coleccionId, shown?.id ?? null)

  function show(id: string | null) {
    setParams(
      (current) => {
        const changed = new URLSearchParams(current)
        if (id === null) changed.delete(SHOWN)
        else changed.set(SHOWN, id)
        return changed
      },
      { replace: true },
    )
  }

  return (
    <>
      {mayEdit && <Evaluar coleccionId={coleccionId} onDone={() => show(null)} />}
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {shown && (
        <Paper component="section" p="md" withBorder aria-label="Resultado">
          {shown.avisos.map((aviso) => (
            <Alert key={aviso} color="yellow" variant="light" icon={<IconInfoCircle aria-hidden />} mb="sm">
              {aviso}
            </Alert>
          ))}
          <MedidasTable evaluacion={shown} anterior={anterior} />
          {anterior && anterior.huella !== shown.huella && (
            <Text size="sm" c="dimmed" mt="xs">
              La anterior tenía otras preguntas: la diferencia no se debe solo a la colección.
            </Text>
          )}
        </Paper>
      )}
      {children(detalle)}
      {shown && <Historial evaluaciones={evaluaciones} shownId={shown.id} onShow={show} />}
    </>
  )
}

function Evaluar({ coleccionId, onDone }: { coleccionId: string; onDone: () => void }) {
  const queries = useQueryClient()
  const [nota, setNota] = useState('')
  const [isRunning, setIsRunning] = useState(false)

  async function run() {
    setIsRunning(true)
    try {
      await evaluate(coleccionId, nota)
      await queries.invalidateQueries({ queryKey: [evaluacionesPath(coleccionId), 'lista'] })
      setNota('')
      onDone()
    } catch (failure) {
      notify.error('No se pudo evaluar', describeError(failure))
    }
    setIsRunning(false)
  }

  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        label="Nota"
        placeholder="Qué cambió desde la anterior"
        maxLength={200}
        flex={1}
        miw={200}
        value={nota}
        onChange={({ currentTarget }) => setNota(currentTarget.value)}
      />
      <Button
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        loading={isRunning}
        onClick={() => void run()}
      >
        Evaluar
      </Button>
    </Group>
  )
}

function useImport(coleccionId: string) {
  const queries = useQueryClient()
  const [isRunning, setIsRunning] = useState(false)

  async function run(file: File) {
    setIsRunning(true)
    try {
      const { nuevas, cambiadas } = await importPreguntas(coleccionId, file)
      notify.success('Preguntas importadas', `${nuevas} nuevas, ${cambiadas} cambiadas.`)
      await queries.invalidateQueries({ queryKey: [preguntasPath(coleccionId), 'lista'] })
    } catch (failure) {
      notify.error(`No se pudo importar ${file.name}`, describeError(failure))
    }
    setIsRunning(false)
  }

  return { isRunning, run }
}
