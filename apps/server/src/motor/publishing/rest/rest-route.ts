import type { Limits, TrazaW3c } from '@div/contract'
import type { Plan, RunPorts } from '@div/engine'
import type { CallerAddress } from '../../../http/caller-address.ts'
import type { Aceptado } from '../../async-pool/aceptado.ts'
import type { Cola } from '../../async-pool/cola.ts'
import type { Trabajo } from '../../async-pool/trabajo.ts'
import type { History } from '../../history/history.ts'
import type { SecretScope } from '../../history/secret-scope.ts'
import type { Traza } from '../../history/traza.ts'
import type { Observe } from '../../metrics/run-meter.ts'
import type { RunsInFlight } from '../../runtime/runs-in-flight.ts'
import type { Admission } from '../admission.ts'
import type { CanalGate } from './canal-gate.ts'
import type { Entry } from './entry.ts'
import type { HeldRefusals } from './held-refusals.ts'
import type { IdempotencyStore } from './idempotency.ts'

/** How accepted calls of a canal wait; `espera`: so does their caller, for as long as the canal says. */
type Asincrono = Pick<Aceptado, 'prioridad'> & Pick<Trabajo, 'avisa' | 'espera'>

/** One assignment of a canal, with everything decided that publishing can decide. */
export interface RestRoute {
  canalId: string
  procesoId: string
  version: number
  metodo: string
  plan: Plan
  /** What its calls could use of secrets. */
  secretos: SecretScope
  /** What is kept of its runs. */
  traza: Traza
  entry: Entry
  gate: CanalGate
  /** Media types that salidas of the process have decided themselves. */
  fixedTypes: readonly string[]
  tiempoMaximoMs: number
  maxCuerpoBytes: number
  /** Null: its calls are run at once, not accepted and run later. */
  asincrono: Asincrono | null
  etag: boolean
  vary: string
  observe: Observe
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

/** What calls use of the worker they run in. */
export interface RestWorker {
  history: Pick<History, 'record'>
  enCurso: Pick<RunsInFlight, 'track'>
  /** The trace of a run that came without one; null: nobody wants it. */
  beginTraza: ((idEjecucion: string) => TrazaW3c) | null
  idempotency: IdempotencyStore
  ports: RunPorts
  /** The same for runs of which nothing is kept: they record no spans. */
  portsSinPasos: RunPorts
  callerAddress: CallerAddress
  limits: Limits
  /** Stores a call that is run later. */
  accept: Cola['accept']
  waitFor: Cola['waitFor']
  admission: Admission
  refusals: HeldRefusals
  draining: boolean
  log: { error(details: object, message: string): void }
}
