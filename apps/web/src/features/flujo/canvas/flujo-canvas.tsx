import {
  Background,
  BackgroundVariant,
  type Connection,
  MarkerType,
  MiniMap,
  type NodeChange,
  type OnConnectEnd,
  ReactFlow,
  SelectionMode,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { type DragEvent, type MouseEvent, useCallback, useMemo, useRef, useState } from 'react'
import type { Posicion } from '../document/flujo-command.ts'
import { canConnect, planConnect, planMove } from '../document/plan-change.ts'
import type { AddPlace, AddWhat } from '../palette/add-nodo.ts'
import { readDragged } from '../palette/dragged-nodo.ts'
import type { EditorState } from '../store/editor-state.ts'
import { useEditor, useEditorStore } from '../store/use-editor.ts'
import { toConexion } from './connection-of.ts'
import classes from './flujo-canvas.module.css'
import { type DrawnConexion, type DrawnNodo, GraphProjection } from './graph-projection.ts'
import { NodoSymbols } from './nodo-symbols.tsx'
import { NodoView } from './nodo-view.tsx'
import { spanishLabels } from './spanish-labels.ts'
import { useKeepInView } from './use-keep-in-view.ts'
import { useMarks } from './use-marks.ts'

const NODE_TYPES = { nodo: NodoView }
const EDGE_DEFAULTS = {
  markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, markerUnits: 'userSpaceOnUse' },
  interactionWidth: 16,
}
/** Below this zoom a node is less than 25 px high. */
const FAR_ZOOM = 0.42

interface FlujoCanvasProps {
  /** Where a person wants the next node. */
  onAdd: (place: AddPlace) => void
  onDropNodo: (what: AddWhat, place: AddPlace) => void
}

export function FlujoCanvas({ onAdd, onDropNodo }: FlujoCanvasProps) {
  const store = useEditorStore()
  const { mayEdit } = store
  const { screenToFlowPosition } = useReactFlow()
  const projection = useMemo(() => new GraphProjection(), [])
  const [dragged, setDragged] = useState<ReadonlyMap<string, Posicion> | null>(null)
  const marks = useMarks()
  useKeepInView()
  const isFar = useStore(({ transform }) => transform[2] < FAR_ZOOM)
  // What is typed beside the canvas ends here: the lists stay the same ones.
  const toDraw = ({ history: { flujo }, selection }: EditorState) => ({ flujo, selection, dragged, ...marks })
  const nodes = useEditor((state) => projection.nodos(toDraw(state)))
  const edges = useEditor((state) => projection.conexiones(toDraw(state)))
  const moving = useRef<ReadonlyMap<string, Posicion> | null>(null)

  const changeNodos = useCallback(
    (changes: readonly NodeChange<DrawnNodo>[]) => {
      selectChanged(store, 'nodos', changes)
      const places = new Map(
        changes.flatMap((change) =>
          change.type === 'position' && change.position ? [[change.id, change.position] as const] : [],
        ),
      )
      const isDragging = changes.some((change) => change.type === 'position' && change.dragging)
      if (isDragging) {
        moving.current = new Map([...(moving.current ?? []), ...places])
        setDragged(moving.current)
        return
      }
      if (!changes.some(({ type }) => type === 'position')) return
      const ended = new Map([...(moving.current ?? []), ...places])
      moving.current = null
      setDragged(null)
      store.change((drawn) => planMove(drawn, roundAll(ended)), { subject: 'posicion' })
    },
    [store],
  )

  const changeConexiones = useCallback(
    (changes: Parameters<NonNullable<React.ComponentProps<typeof ReactFlow>['onEdgesChange']>>[0]) =>
      selectChanged(store, 'conexiones', changes),
    [store],
  )

  const connect = useCallback(
    (connection: Connection) => store.change((drawn) => planConnect(drawn, toConexion(connection))),
    [store],
  )

  const isValid = useCallback(
    (connection: Connection | DrawnConexion) => canConnect(store.flujo, toConexion(connection)),
    [store],
  )

  /** A connection that is let go over nothing asks what it should lead to. */
  const endConnection = useCallback<OnConnectEnd>(
    (event, { isValid: isDone, fromNode, fromHandle, toNode }) => {
      if (isDone || toNode || fromNode === null || fromHandle?.type !== 'source') return
      const { clientX, clientY } = 'changedTouches' in event ? (event.changedTouches[0] ?? NOWHERE) : event
      const { origen, salida = '' } = toConexion({
        source: fromNode.id,
        target: '',
        sourceHandle: fromHandle.id ?? null,
      })
      onAdd({ after: { origen, salida }, at: screenToFlowPosition({ x: clientX, y: clientY }) })
    },
    [onAdd, screenToFlowPosition],
  )

  function click(event: MouseEvent) {
    if (!mayEdit || !(event.target instanceof HTMLElement)) return
    const handle = event.target.closest<HTMLElement>('[data-abierta]')
    const origen = handle?.dataset.nodeid
    if (handle && origen !== undefined) onAdd({ after: { origen, salida: handle.dataset.salida ?? '' } })
  }

  function drop(event: DragEvent) {
    const what = readDragged(event.dataTransfer)
    if (what === null) return
    event.preventDefault()
    const at = screenToFlowPosition({ x: event.clientX, y: event.clientY })
    const line =
      event.target instanceof Element ? event.target.closest<SVGElement>('.react-flow__edge') : null
    onDropNodo(what, { at, ...(line?.dataset.id !== undefined && { conexion: line.dataset.id }) })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for all nodes, so that none of them has to
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the whole page (shortcuts.ts)
    <div
      className={classes.canvas}
      data-lejos={isFar || undefined}
      onClick={click}
      onDrop={mayEdit ? drop : undefined}
      onDragOver={mayEdit ? (event) => event.preventDefault() : undefined}
    >
      <NodoSymbols />
      <ReactFlow<DrawnNodo, DrawnConexion>
        nodes={nodes as DrawnNodo[]}
        edges={edges as DrawnConexion[]}
        nodeTypes={NODE_TYPES}
        defaultEdgeOptions={EDGE_DEFAULTS}
        onNodesChange={changeNodos}
        onEdgesChange={changeConexiones}
        onConnect={connect}
        onConnectEnd={endConnection}
        isValidConnection={isValid}
        nodesDraggable={mayEdit}
        nodesConnectable={mayEdit}
        connectOnClick={false}
        connectionRadius={28}
        deleteKeyCode={null}
        selectionKeyCode="Shift"
        multiSelectionKeyCode={['Meta', 'Control', 'Shift']}
        selectionMode={SelectionMode.Partial}
        panOnScroll
        minZoom={0.05}
        maxZoom={2}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.2 }}
        elevateNodesOnSelect={false}
        ariaLabelConfig={spanishLabels(mayEdit)}
        proOptions={{ hideAttribution: true }}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1} />
        <MiniMap pannable zoomable ariaLabel="Mapa del flujo" className={classes.map} />
      </ReactFlow>
    </div>
  )
}

const NOWHERE = { clientX: 0, clientY: 0 }

const roundAll = (places: ReadonlyMap<string, Posicion>): ReadonlyMap<string, Posicion> =>
  new Map([...places].map(([id, { x, y }]) => [id, { x: Math.round(x), y: Math.round(y) }]))

/** What is selected is known to all parts of the screen. */
function selectChanged(
  store: ReturnType<typeof useEditorStore>,
  kind: 'nodos' | 'conexiones',
  changes: readonly { type: string; id?: string; selected?: boolean }[],
): void {
  const selected = changes.filter(({ type }) => type === 'select')
  if (selected.length === 0) return
  const { selection } = store.read()
  const ids = new Set(selection[kind])
  for (const { id, selected: isIn } of selected) {
    if (id === undefined) continue
    if (isIn) ids.add(id)
    else ids.delete(id)
  }
  store.select({ ...selection, [kind]: ids })
}
