import type { Limits, TrazaW3c } from '@div/contract'
import type { RunPorts } from '@div/engine'
import type { CallerAddress } from '../../http/caller-address.ts'
import type { Cola } from '../async-pool/cola.ts'
import type { History } from '../history/history.ts'
import type { RunsInFlight } from '../runtime/runs-in-flight.ts'
import type { Admission } from './admission.ts'
import type { HeldRefusals } from './held-refusals.ts'
import type { IdempotencyStore } from './idempotency.ts'
import type { SlowBodies } from './slow-bodies.ts'

/** What calls use of the worker they run in. */
export interface CallWorker {
  history: Pick<History, 'record'>
  enCurso: Pick<RunsInFlight, 'track'>
  /** The trace of a run that came without one; null: nobody wants it. */
  beginTraza(idEjecucion: string): TrazaW3c | undefined
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
  slowBodies: SlowBodies
  draining: boolean
  log: { error(details: object, message: string): void }
}
