import { conexionAt } from './canvas/conexiones-layer.tsx'
import { isKey } from './document/anotacion-key.ts'
import { NOTHING_SELECTED, type Selection } from './store/editor-state.ts'
import type { EditorStore } from './store/editor-store.ts'

/** Who went to something by the keys means that, and not what they chose before; several that were chosen stay chosen. */
export function chooseFocused(store: EditorStore): void {
  const focused = focusedOf(document.activeElement)
  const { nodos, conexiones, anotaciones } = store.read().selection
  if (focused !== null && nodos.size + conexiones.size + anotaciones.size <= 1) store.select(focused)
}

/** Null where nobody went by the keys. */
function focusedOf(element: Element | null): Selection | null {
  if (!element?.matches('#lienzo :focus-visible')) return null
  const conexion = conexionAt(element)
  if (conexion !== undefined) return { ...NOTHING_SELECTED, conexiones: new Set([conexion]) }
  const id = element.closest<HTMLElement>('.react-flow__node')?.dataset.id
  if (id === undefined) return null
  return { ...NOTHING_SELECTED, [isKey(id) ? 'anotaciones' : 'nodos']: new Set([id]) }
}
