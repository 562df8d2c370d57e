import type { Names } from '../document/rename-nodos.ts'
import { renameFlujo } from '../document/rename-nodos.ts'
import type { EditorState } from './editor-state.ts'

/** What is known of nodes beside the drawing goes along with them when they are called otherwise. */
export function renameInState(state: EditorState, names: Names): EditorState {
  if (names.size === 0) return state
  const nameOf = (id: string) => names.get(id) ?? id
  const { selection, fijados, resultado, probado, enVivo } = state
  return {
    ...state,
    selection: { ...selection, nodos: new Set([...selection.nodos].map(nameOf)) },
    fijados: Object.fromEntries(Object.entries(fijados).map(([id, value]) => [nameOf(id), value])),
    resultado: resultado && {
      ...resultado,
      pasos: resultado.pasos.map((paso) => ({ ...paso, nodo: nameOf(paso.nodo) })),
      error: resultado.error && {
        ...resultado.error,
        nodo: resultado.error.nodo && nameOf(resultado.error.nodo),
      },
    },
    probado: probado && renameFlujo(probado, names),
    enVivo:
      enVivo && new Map([...enVivo].map(([id, live]) => [nameOf(id), { ...live, nodo: nameOf(live.nodo) }])),
  }
}
