import type { Nodo } from '@div/contract'
import { useState } from 'react'
import { staleNodos } from '../run/stale-nodos.ts'
import type { EditorState, InspectorTab } from '../store/editor-state.ts'
import { useEditor, useEditorStore } from '../store/use-editor.ts'
import { useFocusMistake } from './use-focus-mistake.ts'

/** Nothing comes before an entrada, and nothing after a salida that could be told. */
export const hasPolitica = ({ tipo }: Nodo): boolean => tipo !== 'entrada' && tipo !== 'salida'

/** The tab is kept from node to node; one that has failed is opened at why, which is what whoever chooses it asks. */
export function useInspectorTab(nodo: Nodo) {
  const store = useEditorStore()
  const inspected = useEditor((state) => state.inspected)
  const [failure] = useState(() =>
    store.read().mistake?.nodo !== nodo.id && hasFailed(store.read(), nodo.id) ? inspected : null,
  )
  const wanted = failure === inspected ? 'datos' : inspected.tab
  const tab: InspectorTab = wanted === 'politica' && !hasPolitica(nodo) ? 'configuracion' : wanted
  useFocusMistake(nodo.id)
  return { tab, setTab: (next: InspectorTab) => store.set({ inspected: { tab: next }, mistake: null }) }
}

/** In the run that is shown, and it has not been changed since. */
function hasFailed(state: EditorState, id: string): boolean {
  const failed = state.resultado?.pasos.some(({ nodo, estado }) => nodo === id && estado === 'error') ?? false
  return failed && !staleNodos(state).has(id)
}
