import {
  Background,
  BackgroundVariant,
  type Connection,
  type IsValidConnection,
  type OnConnectEnd,
  ReactFlow,
  SelectionMode,
  useReactFlow,
  useStore,
  type Viewport,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import {
  type DragEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { canConnect, planConnect } from '../document/plan-change.ts'
import type { AddPlace, AddWhat } from '../palette/add-nodo.ts'
import { readDragged } from '../palette/dragged-nodo.ts'
import type { EditorState } from '../store/editor-state.ts'
import { useEditor, useEditorStore } from '../store/use-editor.ts'
import { useIsNarrow } from '../use-is-narrow.ts'
import { AnotacionProjection, type DrawnAnotacion } from './anotacion-projection.ts'
import { GrupoView, NotaView } from './anotacion-views.tsx'
import { ConexionProjection, withEnds } from './conexion-projection.ts'
import { ConexionesLayer, conexionAt } from './conexiones-layer.tsx'
import { toConexion } from './connection-of.ts'
import { firstViewport, ZOOMS } from './first-viewport.ts'
import { NAMES_ZOOM } from './fit.ts'
import classes from './flujo-canvas.module.css'
import { Minimap } from './minimap.tsx'
import { type DrawnNodo, NodoProjection, withPlaces } from './nodo-projection.ts'
import { NodoSymbols } from './nodo-symbols.tsx'
import { FarContext, NodoView } from './nodo-view.tsx'
import { RegionProjection } from './region-projection.ts'
import { RegionesLayer } from './regiones-layer.tsx'
import { spanishLabels } from './spanish-labels.ts'
import { useConnecting } from './use-connecting.ts'
import { useHand } from './use-hand.ts'
import { useKeepInView } from './use-keep-in-view.ts'
import { useMarks } from './use-marks.ts'
import { useMoving } from './use-moving.ts'
import { useMultiSelection } from './use-multi-selection.ts'

type Drawn = DrawnNodo | DrawnAnotacion

const NODE_TYPES = { nodo: NodoView, grupo: GrupoView, nota: NotaView }
/** Below it a node is less than 25 px high: only its name can be read, written large. */
const FAR_ZOOM = 0.42

interface FlujoCanvasProps {
  /** Where a person wants the next node. */
  onAdd: (place: AddPlace) => void
  onDropNodo: (what: AddWhat, place: AddPlace) => void
  /** What stands upon it. */
  children: ReactNode
}

/** Drawn anew only for what is drawn: what else the page learns of, such as that it is stored, ends before it. */
export const FlujoCanvas = memo(function FlujoCanvas({ onAdd, onDropNodo, children }: FlujoCanvasProps) {
  const store = useEditorStore()
  const { mayEdit } = store
  const { screenToFlowPosition } = useReactFlow()
  const { box, first } = useFirstViewport()
  const projection = useMemo(() => new NodoProjection(), [])
  const lines = useMemo(() => new ConexionProjection(), [])
  const frames = useMemo(() => new AnotacionProjection(), [])
  const areas = useMemo(() => new RegionProjection(), [])
  const { dragged, resized, changeNodos, startDrag } = useMoving()
  const marks = useMarks()
  useKeepInView()
  const hold = useHand()
  const startConnection = useConnecting()
  const followKeys = useMultiSelection()
  const distance = useStore(({ panZoom, transform: [, , zoom] }) => distanceOf(panZoom ? zoom : first?.zoom))
  // What is typed beside the canvas ends here: the lists stay the same ones.
  const toDraw = ({ history: { flujo }, selection }: EditorState) => ({ flujo, selection, ...marks })
  const settled = useEditor((state) => projection.nodos(toDraw(state)))
  const nodos = useMemo(() => withPlaces(settled, dragged), [settled, dragged])
  const anotaciones = useEditor((state) => frames.anotaciones(toDraw(state), { dragged, resized }))
  const regiones = useEditor(({ history: { flujo } }) => areas.regiones({ flujo, dragged }))
  const joined = useEditor((state) => lines.conexiones(toDraw(state)))
  const conexiones = useMemo(() => withEnds(joined, dragged), [joined, dragged])
  const nodes = useMemo((): Drawn[] => [...nodos, ...anotaciones], [nodos, anotaciones])

  // Each of what it is given that is another one makes React Flow ask all nodes and connections anew.
  const labels = useMemo(
    () => spanishLabels({ mayEdit, movedName: () => nameChosen(store.read()) }),
    [mayEdit, store],
  )
  const keepViewport = useCallback(
    (_: unknown, viewport: Viewport) => {
      store.viewport = viewport
    },
    [store],
  )

  /** React Flow knows of none of them: where it lets go of the nodes, they are let go as well. */
  const letGoOfConexiones = useCallback(() => {
    const { selection } = store.read()
    if (selection.conexiones.size > 0) store.select({ ...selection, conexiones: new Set() })
  }, [store])

  const connect = useCallback(
    (connection: Connection) => store.change((drawn) => planConnect(drawn, toConexion(connection))),
    [store],
  )

  const isValid = useCallback(
    (connection: Parameters<IsValidConnection>[0]) => canConnect(store.flujo, toConexion(connection)),
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
    if (!(event.target instanceof HTMLElement)) return
    // Also of one that is selected already: why it failed is what is asked.
    if (event.target.closest('.estado-error:not(.viejo)')) store.set({ inspected: { tab: 'datos' } })
    if (!mayEdit) return
    const handle = event.target.closest<HTMLElement>('[data-abierta]')
    const origen = handle?.dataset.nodeid
    if (handle && origen !== undefined) onAdd({ after: { origen, salida: handle.dataset.salida ?? '' } })
  }

  function drop(event: DragEvent) {
    const what = readDragged(event.dataTransfer)
    if (what === null) return
    event.preventDefault()
    const at = screenToFlowPosition({ x: event.clientX, y: event.clientY })
    const conexion = conexionAt(event.target)
    onDropNodo(what, { at, ...(conexion !== undefined && { conexion }) })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for all nodes, so that none of them has to
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the whole page (use-shortcuts.ts)
    <div
      ref={box}
      className={classes.canvas}
      data-lejos={distance}
      onPointerDownCapture={(event) => {
        followKeys(event)
        hold(event)
      }}
      onKeyDownCapture={followKeys}
      onMouseDown={startConnection}
      onTouchStart={startConnection}
      onClick={click}
      onDrop={mayEdit ? drop : undefined}
      onDragOver={mayEdit ? (event) => event.preventDefault() : undefined}
    >
      <NodoSymbols />
      <FarContext value={distance !== undefined}>
        {first && (
          <ReactFlow<Drawn>
            nodes={nodes}
            nodeTypes={NODE_TYPES}
            onNodesChange={changeNodos}
            onNodeDragStart={startDrag}
            onSelectionDragStart={startDrag}
            onPaneClick={letGoOfConexiones}
            onSelectionStart={letGoOfConexiones}
            onConnect={connect}
            onConnectEnd={endConnection}
            isValidConnection={isValid}
            nodesDraggable={mayEdit}
            nodesConnectable={mayEdit}
            connectOnClick={false}
            connectionRadius={28}
            deleteKeyCode={null}
            selectionKeyCode="Shift"
            multiSelectionKeyCode={null}
            selectionMode={SelectionMode.Partial}
            panOnScroll
            minZoom={ZOOMS.min}
            maxZoom={ZOOMS.max}
            defaultViewport={first}
            onMoveEnd={keepViewport}
            elevateNodesOnSelect={false}
            ariaLabelConfig={labels}
            proOptions={{ hideAttribution: true }}
          >
            <Background variant={BackgroundVariant.Dots} gap={20} size={1} />
            <RegionesLayer regiones={regiones} />
            <ConexionesLayer conexiones={conexiones} />
            <Minimap nodos={settled} anotaciones={anotaciones} />
            <div className={classes.shield} />
            {children}
          </ReactFlow>
        )}
      </FarContext>
    </div>
  )
})

/** Who comes back sees what they left; who comes, what fits into the box. Null until the browser has said how large that is. */
function useFirstViewport() {
  const store = useEditorStore()
  const isNarrow = useIsNarrow()
  const box = useRef<HTMLDivElement>(null)
  const [first, setFirst] = useState(store.viewport)

  useLayoutEffect(() => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = box.current ?? {}
    setFirst((kept) => kept ?? firstViewport(store.flujo, { width, height }, isNarrow))
  }, [store, isNarrow])

  return { box, first }
}

/** Of several how many they are. */
function nameChosen({ selection: { nodos, anotaciones }, history: { flujo } }: EditorState): string {
  const [id, ...others] = [...nodos, ...anotaciones]
  if (others.length > 0) return `${others.length + 1} seleccionados`
  return flujo.nodos.find((nodo) => nodo.id === id)?.nombre ?? 'Lo seleccionado'
}

function distanceOf(zoom = 1): 'poco' | 'mucho' | undefined {
  if (zoom < NAMES_ZOOM) return 'mucho'
  return zoom < FAR_ZOOM ? 'poco' : undefined
}

const NOWHERE = { clientX: 0, clientY: 0 }
