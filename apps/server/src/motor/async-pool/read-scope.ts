import type { Plan } from '@div/engine'
import { NO_SECRETS, type SecretScope } from '../history/secret-scope.ts'
import type { Runtime } from '../runtime.ts'
import type { Trabajo } from './trabajo.ts'

/** What of an accepted run is secret. */
export interface Scope {
  /** Null: it has none that runs. */
  plan: Plan | null
  secretos: SecretScope
}

/** Those of its version, and of the canal through which it was called. */
export function createScopeReader({
  definitions,
  compile,
}: Pick<Runtime, 'definitions' | 'compile'>): (trabajo: Trabajo) => Promise<Scope> {
  return async ({ procesoId, version, canalId, flujo }) => {
    const outcome = flujo ? compile(flujo, 'durable') : (await definitions.find(procesoId, version))?.outcome
    const canal = canalId === null ? undefined : definitions.current().findCanal(canalId)
    const own = outcome?.secretos ?? NO_SECRETS
    return { plan: outcome?.plan ?? null, secretos: canal ? own.with(canal.secretos) : own }
  }
}
