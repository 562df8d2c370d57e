import type { Nodo } from '@div/contract'
import { createContext, use, useSyncExternalStore } from 'react'
import { type Anotacion, anotacionesOf } from '../document/anotacion-key.ts'
import type { EditorState } from './editor-state.ts'
import type { EditorStore } from './editor-store.ts'

export const EditorContext = createContext<EditorStore | null>(null)

export function useEditorStore(): EditorStore {
  const store = use(EditorContext)
  if (store === null) throw new Error('there is no editor around this')
  return store
}

/** A part of what is drawn; whoever asks is drawn anew only when that part is another. */
export function useEditor<Part>(select: (state: EditorState) => Part): Part {
  const store = useEditorStore()
  return useSyncExternalStore(store.subscribe, () => select(store.read()))
}

/** As `useEditor`, for what stands beside the canvas: what is dragged changes nothing there until it is let go. */
export function useSettled<Part>(select: (state: EditorState) => Part): Part {
  const store = useEditorStore()
  return useSyncExternalStore(store.subscribe, () => select(store.readSettled()))
}

/** The one node that is selected. */
export function useSelectedNodo(): Nodo | undefined {
  return useSettled(selectedNodo)
}

/** The one frame or note that is selected, with its key. */
export function useSelectedAnotacion(): readonly [string, Anotacion] | undefined {
  const flujo = useSettled(({ history }) => history.flujo)
  const { nodos, anotaciones } = useSettled(({ selection }) => selection)
  const [key, ...others] = anotaciones
  if (key === undefined || others.length > 0 || nodos.size > 0) return undefined
  return anotacionesOf(flujo).find(([each]) => each === key)
}

function selectedNodo({ selection, history }: EditorState): Nodo | undefined {
  const [id, ...others] = selection.nodos
  return others.length === 0 && selection.anotaciones.size === 0
    ? history.flujo.nodos.find((nodo) => nodo.id === id)
    : undefined
}
