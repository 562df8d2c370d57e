import { type NodeChange, useStoreApi } from '@xyflow/react'
import { useCallback, useRef, useState } from 'react'
import { isKey } from '../document/anotacion-key.ts'
import { withFollowers } from '../document/grupo-members.ts'
import { planChangeAnotacion } from '../document/plan-anotaciones.ts'
import { planAll, planMove } from '../document/plan-change.ts'
import { planSplicePlaced } from '../document/plan-splice-placed.ts'
import { NOTHING_SELECTED } from '../store/editor-state.ts'
import type { EditorStore } from '../store/editor-store.ts'
import { useEditorStore } from '../store/use-editor.ts'
import type { Resized } from './anotacion-projection.ts'
import type { Places } from './nodo-projection.ts'

/**
 * What is moved, resized and selected by the mouse or the arrows. Until it is let go, where it is stands here and not in the document.
 */
export function useMoving() {
  const store = useEditorStore()
  const [dragged, setDragged] = useState<Places | null>(null)
  const [resized, setResized] = useState<Resized | null>(null)
  const moving = useRef<Places | null>(null)
  const flow = useStoreApi()
  const isEnclosed = useIsEnclosed()
  const leaving = useRef(false)

  const move = useCallback(
    (changes: readonly NodeChange[]) => {
      const moves = changes.filter((change) => change.type === 'position')
      if (moves.length === 0) return
      const places = moves.flatMap(({ id, position }) => (position ? [[id, position] as const] : []))
      const led = new Map([...(moving.current ?? []), ...places])
      const now = withFollowers(store.flujo, led, { leaving: leaving.current })
      const isDragging = moves.some(({ dragging }) => dragging)
      const wasDragged = moving.current !== null
      // Of what goes along only the leaders are kept: where it is follows from them each time.
      moving.current = isDragging ? led : null
      if (!isDragging) leaving.current = false
      setDragged(isDragging ? now : null)
      if (isDragging) return
      // An arrow that is held moves the same things again and again; each drag is a step of its own.
      const rested = roundAll(now)
      const options = wasDragged ? {} : { subject: `posicion.${[...led.keys()].join()}` }
      store.change((flujo) => {
        const [[id, at] = [], ...others] = rested
        const isDropped = wasDragged && id !== undefined && at !== undefined && others.length === 0
        return planAll([planMove(flujo, rested), isDropped ? planSplicePlaced(flujo, id, at) : null])
      }, options)
    },
    [store],
  )

  const resize = useCallback(
    (changes: readonly NodeChange[]) => {
      for (const change of changes) {
        // What the browser measured by itself says nothing of resizing.
        if (change.type !== 'dimensions' || !isKey(change.id) || change.resizing === undefined) continue
        const { width: ancho = 0, height: alto = 0 } = change.dimensions ?? {}
        setResized(change.resizing ? { key: change.id, ancho, alto } : null)
        if (change.resizing) continue
        const tamano = { ancho: Math.round(ancho), alto: Math.round(alto) }
        store.change((flujo) => planChangeAnotacion(flujo, change.id, { tamano }))
      }
    },
    [store],
  )

  const changeNodos = useCallback(
    (changes: readonly NodeChange[]) => {
      const { multiSelectionActive: isAdded } = flow.getState()
      selectChanged(store, changes.filter(isEnclosed), { isAdded })
      resize(changes)
      move(changes)
    },
    [store, flow, isEnclosed, move, resize],
  )

  /** By Alt, nodes leave their frame. */
  const startDrag = useCallback((event: { altKey: boolean }) => {
    leaving.current = event.altKey
  }, [])

  return { dragged, resized, changeNodos, startDrag }
}

const roundAll = (places: Places): Places =>
  new Map([...places].map(([id, { x, y }]) => [id, { x: Math.round(x), y: Math.round(y) }]))

/** A box that is drawn within a frame chooses nodes; the frame itself only when it is around all of it. */
function useIsEnclosed() {
  const flow = useStoreApi()
  return useCallback(
    (change: NodeChange) => {
      const { userSelectionActive, userSelectionRect: box, transform, nodeLookup } = flow.getState()
      if (change.type !== 'select' || !change.selected || !userSelectionActive || box === null) return true
      const drawn = nodeLookup.get(change.id)
      if (drawn?.type !== 'grupo') return true
      const [left, top, zoom] = transform
      const { x, y } = drawn.position
      const [right, bottom] = [x + (drawn.width ?? 0), y + (drawn.height ?? 0)]
      return (
        x * zoom + left >= box.x &&
        y * zoom + top >= box.y &&
        right * zoom + left <= box.x + box.width &&
        bottom * zoom + top <= box.y + box.height
      )
    },
    [flow],
  )
}

/** What is selected is known to all parts of the screen. `isAdded`: to what was selected; otherwise the connections are let go. */
function selectChanged(
  store: EditorStore,
  changes: readonly NodeChange[],
  { isAdded }: { isAdded: boolean },
): void {
  const selected = changes.filter((change) => change.type === 'select')
  if (selected.length === 0) return
  const { selection } = store.read()
  const nodos = new Set(selection.nodos)
  const anotaciones = new Set(selection.anotaciones)
  for (const { id, selected: isIn } of selected) {
    const ids = isKey(id) ? anotaciones : nodos
    if (isIn) ids.add(id)
    else ids.delete(id)
  }
  const isChosen = selected.some((change) => change.selected)
  store.select({ ...(isAdded || !isChosen ? selection : NOTHING_SELECTED), nodos, anotaciones })
}
