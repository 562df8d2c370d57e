import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { ExplicarFallo } from '../../../shared/asistente/explicar-fallo.tsx'
import { ValueViewer } from '../../../shared/datos/value-viewer.tsx'
import { TimeAgo } from '../../../shared/time/time-ago.tsx'
import { EstadoBadge } from '../../../shared/trace/estados.tsx'
import { FailureAlert } from '../../../shared/trace/failure-alert.tsx'
import { RunSummary } from '../../../shared/trace/run-summary.tsx'
import { SIN_DATOS } from '../../../shared/trace/sin-datos.tsx'
import { FlujoHallazgos } from '../flujo-hallazgos.tsx'
import type { Ongoing, RunScope } from '../store/editor-state.ts'
import { useEditor, useEditorStore } from '../store/use-editor.ts'
import { useShowNodo } from '../use-show-nodo.ts'
import { useShownDocuments } from '../versiones/shown-documents.ts'
import { listRan } from './plan-solo.ts'
import { useRun } from './use-test-run.ts'

/** What came of the run, of what it was made, and what to do when it failed. */
export function RunOutcome() {
  const run = useRun()
  const { mayEdit } = useEditorStore()
  const resultado = useEditor((state) => state.resultado)
  const scope = useEditor((state) => state.scope)
  const isLive = useEditor((state) => state.enVivo !== null)
  const ongoing = useEditor((state) => state.ongoing)
  const isShort = useEditor(({ faltan }) => faltan.length > 0)
  if (isShort) return <Missing />
  if (run.refusal !== null) {
    return (
      <Alert color="red" variant="light" title="No se pudo ejecutar" role="alert">
        {run.refusal}
        <FlujoHallazgos onlyErrors />
      </Alert>
    )
  }
  if (ongoing !== null) return <Unended {...ongoing} />
  if (isLive) {
    return (
      <Text size="sm" c="dimmed" role="status">
        Ejecutando… Los nodos muestran por dónde va.
      </Text>
    )
  }
  if (resultado === null) {
    return (
      <Text size="sm" c="dimmed">
        Aquí se verá lo que responde. En cada nodo, «Datos» muestra lo que le llegó y lo que produjo.
      </Text>
    )
  }
  const { idEjecucion, error, salida } = resultado
  // What ran up to a node has no answer yet: what it came to stands at the node.
  const isWhole = scope === null || scope.nodo === null
  return (
    <Stack gap="md" component="section" aria-label="Resultado">
      <RunSummary resultado={resultado} />
      <Shown />
      {scope && <Scope scope={scope} />}
      {error && <Failure {...error} />}
      {error && mayEdit && <Explicacion key={idEjecucion} ejecucionId={idEjecucion} />}
      {!error && isWhole && (
        <ValueViewer
          title="Respuesta"
          value={salida}
          lugar={mayEdit ? { ejecucion: idEjecucion, paso: null, lado: 'salida' } : undefined}
        />
      )}
    </Stack>
  )
}

const UNENDED: Readonly<Partial<Record<Ongoing['estado'], string>>> = {
  en_cola: 'Espera un worker: los nodos muestran por dónde va cuando empiece.',
  esperando: 'Duerme hasta que llegue lo que espera. Cuando siga, los nodos muestran por dónde va.',
}

/** It goes on, whoever waits for it: there is no answer yet. */
function Unended({ id, estado }: Ongoing) {
  const run = useRun()
  const { mayEdit } = useEditorStore()
  return (
    <Stack gap="md" align="flex-start" component="section" aria-label="Resultado">
      <Group gap="sm" role="status">
        <EstadoBadge estado={estado} />
        <Text size="sm">{UNENDED[estado] ?? 'Sigue en marcha: los nodos muestran por dónde va.'}</Text>
      </Group>
      <Shown />
      <Group gap="sm">
        <Button component={Link} to={`/ejecuciones/${id}`} size="compact-sm" variant="default">
          Ver la ejecución
        </Button>
        {mayEdit && (
          <Button size="compact-sm" variant="default" color="red" onClick={run.stop}>
            Cancelarla
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function useNombre(): (id: string) => string {
  const nodos = useEditor(({ history }) => history.flujo.nodos)
  return (id) => nodos.find((nodo) => nodo.id === id)?.nombre ?? id
}

interface FailureProps {
  codigo: string
  mensaje: string
  nodo: string | null
  detalle?: unknown
}

function Failure({ codigo, mensaje, nodo, detalle }: FailureProps) {
  const nombreOf = useNombre()
  const isThere = useEditor(({ history }) => history.flujo.nodos.some(({ id }) => id === nodo))
  const showNodo = useShowNodo()
  const ofPaso = useEditor(
    ({ resultado }) => resultado?.pasos.find((paso) => paso.nodo === nodo)?.error?.detalle,
  )
  return (
    <FailureAlert
      nombre={nodo === null ? null : nombreOf(nodo)}
      error={{ codigo, mensaje }}
      detalle={detalle ?? ofPaso}
    >
      {nodo !== null && isThere && (
        <Button
          size="compact-sm"
          variant="default"
          mt="sm"
          onClick={() => showNodo(nodo, { inspected: { tab: 'datos' }, mistake: null })}
        >
          Ver «{nombreOf(nodo)}»
        </Button>
      )}
    </FailureAlert>
  )
}

function Explicacion({ ejecucionId }: { ejecucionId: string }) {
  const nombreOf = useNombre()
  const showNodo = useShowNodo()
  return (
    <ExplicarFallo
      ejecucionId={ejecucionId}
      renderNodo={(nodo) => (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => showNodo(nodo, { inspected: { tab: 'configuracion' }, mistake: null })}
          >
            Ir a «{nombreOf(nodo)}»
          </Button>
        </Group>
      )}
    />
  )
}

/** Nothing is run again in silence: what was taken from elsewhere is named. */
function Scope({ scope: { nodo, isSolo, tomados, fijados } }: { scope: RunScope }) {
  const nombreOf = useNombre()
  const pasos = useEditor(({ resultado }) => resultado?.pasos)
  const nodos = useEditor(({ history }) => history.flujo.nodos)
  if (nodo === null && fijados.length === 0) return null
  const ran = listRan(pasos ?? [], { nodos }, [...tomados, ...fijados])
  const names = (ids: readonly string[]) => ids.map((id) => `«${nombreOf(id)}»`).join(', ')
  return (
    <Alert
      variant="light"
      color="blue"
      title={
        nodo === null
          ? 'Con datos fijados'
          : isSolo
            ? `Solo «${nombreOf(nodo)}»`
            : `Hasta «${nombreOf(nodo)}»`
      }
    >
      <Stack gap={2}>
        {tomados.length > 0 && <Text size="sm">Con los datos guardados de: {names(tomados)}.</Text>}
        {fijados.length > 0 && <Text size="sm">Con los datos fijados de: {names(fijados)}.</Text>}
        <Text size="sm">Se ejecutó: {ran.length === 0 ? 'nada' : names(ran)}.</Text>
      </Stack>
    </Alert>
  )
}

const REASONS = {
  'sin-datos': 'no tiene datos de la última prueba',
  cambiado: 'cambió, o cambió algo anterior, desde la última prueba',
  cortado: 'su muestra está cortada (MUESTRA_INCOMPLETA)',
  oculto: 'su muestra lleva datos ocultos (MUESTRA_INCOMPLETA)',
} as const

/** A step alone needs what stands before it: a person decides to run that. */
function Missing() {
  const run = useRun()
  const nombreOf = useNombre()
  const faltan = useEditor((state) => state.faltan)
  const target = useEditor(({ scope }) => scope?.nodo)
  if (target === null || target === undefined) return null
  return (
    <Alert
      color="yellow"
      variant="light"
      title={`Faltan datos para ejecutar solo «${nombreOf(target)}»`}
      role="alert"
    >
      <Stack gap={2} align="flex-start">
        {faltan.map(({ nodo, motivo }) => (
          <Text key={nodo} size="sm">
            «{nombreOf(nodo)}» {REASONS[motivo]}.
          </Text>
        ))}
        <Text size="sm">Nada de lo anterior se ejecuta por su cuenta: fije sus datos, o ejecútelo.</Text>
        <Button size="compact-sm" variant="default" mt="sm" onClick={() => void run.start(target)}>
          Ejecutar hasta «{nombreOf(target)}»
        </Button>
      </Stack>
    </Alert>
  )
}

/** Which run of the history stands on the canvas. */
function Shown() {
  const { mayEdit } = useEditorStore()
  const run = useRun()
  const mostrada = useEditor((state) => state.mostrada)
  const { show } = useShownDocuments()
  if (mostrada === null) return null
  const { version, inicio, pasosOmitidos, sinDatos } = mostrada
  return (
    <Alert variant="light" color="blue" title="Una ejecución del historial">
      <Stack gap={6} align="flex-start">
        <Text size="sm">
          <TimeAgo at={inicio} /> ·{' '}
          {version === null ? 'corrió el borrador de entonces' : `corrió la versión ${version}`}; el dibujo es
          el borrador de ahora.
          {sinDatos && ` ${SIN_DATOS}`}
          {!sinDatos && pasosOmitidos > 0 && ` De ${pasosOmitidos} pasos no se guardó el detalle.`}
        </Text>
        <Group gap="sm">
          {version !== null && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => show({ a: String(version), de: null })}
            >
              Verla en la versión {version}
            </Button>
          )}
          {mayEdit && (
            <Button
              size="compact-sm"
              variant="default"
              loading={run.isRunning}
              onClick={() => void run.replay()}
            >
              Repetir con el borrador
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={() => run.show(null)}>
            Dejar de mostrarla
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
