import type { Trabajo } from '../../motor/async-pool/trabajo.ts'
import type { Runtime } from '../../motor/runtime.ts'

export type ReadEntrada = (trabajo: Trabajo) => Promise<unknown>

/** What an accepted run was given, as the history will have it; null: nobody can tell what of it is secret. */
export function createEntradaReader({
  history,
  readScope,
}: Pick<Runtime, 'history' | 'readScope'>): ReadEntrada {
  return async (trabajo) => {
    // Its flow may be such that it cannot be read: where the run stands is told all the same.
    const scope = await readScope(trabajo).catch(() => null)
    return scope && history.clean(trabajo.entrada, scope.secretos)
  }
}
