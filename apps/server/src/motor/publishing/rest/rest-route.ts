import type { CanalGate } from '../canal-gate.ts'
import type { CanalRoute } from '../canal-route.ts'
import type { Entry } from './entry.ts'

/** One assignment of a REST canal. */
export interface RestRoute extends CanalRoute {
  metodo: string
  entry: Entry
  /** Media types that salidas of the process have decided themselves. */
  fixedTypes: readonly string[]
  etag: boolean
  vary: string
}

/** What answers one method of one path. */
export type RestTarget =
  | { kind: 'route'; route: RestRoute }
  /** Published, but it cannot run: a server is gone, a version does not compile. */
  | { kind: 'broken'; gate: CanalGate }
  | { kind: 'openapi'; document: string; gate: CanalGate }
  | { kind: 'docs'; nombre: string }
  | { kind: 'docs-asset' }

export interface Match {
  /** Null: the path cannot be decoded. */
  target: RestTarget | null
  ruta: Readonly<Record<string, string | undefined>>
}
