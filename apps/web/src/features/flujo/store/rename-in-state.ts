import type { Names } from '../document/rename-nodos.ts'
import { renameFlujo } from '../document/rename-nodos.ts'
import type { EditorState } from './editor-state.ts'

/** What is known of nodes beside the drawing goes along with them when they are called otherwise. */
export function renameInState(state: EditorState, names: Names): EditorState {
  if (names.size === 0) return state
  const nameOf = (id: string) => names.get(id) ?? id
  const { selection, mistake, hallazgos, faltan, fijados, resultado, scope, probado, enVivo, cambios } = state
  return {
    ...state,
    selection: { ...selection, nodos: new Set([...selection.nodos].map(nameOf)) },
    mistake: mistake && { ...mistake, nodo: nameOf(mistake.nodo) },
    hallazgos: hallazgos.map((each) => (each.nodo === null ? each : { ...each, nodo: nameOf(each.nodo) })),
    faltan: faltan.map((each) => ({ ...each, nodo: nameOf(each.nodo) })),
    fijados: Object.fromEntries(Object.entries(fijados).map(([id, value]) => [nameOf(id), value])),
    resultado: resultado && {
      ...resultado,
      pasos: resultado.pasos.map((paso) => ({ ...paso, nodo: nameOf(paso.nodo) })),
      error: resultado.error && {
        ...resultado.error,
        nodo: resultado.error.nodo && nameOf(resultado.error.nodo),
      },
    },
    scope: scope && {
      ...scope,
      nodo: scope.nodo && nameOf(scope.nodo),
      tomados: scope.tomados.map(nameOf),
      fijados: scope.fijados.map(nameOf),
    },
    probado: probado && renameFlujo(probado, names),
    enVivo:
      enVivo && new Map([...enVivo].map(([id, live]) => [nameOf(id), { ...live, nodo: nameOf(live.nodo) }])),
    cambios: new Map([...cambios].map(([id, cambio]) => [nameOf(id), cambio])),
  }
}
