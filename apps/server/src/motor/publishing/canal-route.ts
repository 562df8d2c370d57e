import type { Plan } from '@div/engine'
import type { Aceptado } from '../async-pool/aceptado.ts'
import type { Trabajo } from '../async-pool/trabajo.ts'
import type { SecretScope } from '../history/secret-scope.ts'
import type { Traza } from '../history/traza.ts'
import type { Observe } from '../metrics/run-meter.ts'
import type { CanalGate } from './canal-gate.ts'

/** How accepted calls of a canal wait; `espera`: so does their caller, for as long as the canal says. */
type Asincrono = Pick<Aceptado, 'prioridad'> & Pick<Trabajo, 'avisa' | 'espera'>

/** One proceso published in a canal of whatever type, or as a tool, with everything decided that publishing can decide. */
export interface CanalRoute {
  /** Null: it is called as a tool, through no canal. */
  canalId: string | null
  procesoId: string
  version: number
  plan: Plan
  /** What its calls could use of secrets. */
  secretos: SecretScope
  /** What is kept of its runs. */
  traza: Traza
  gate: CanalGate
  tiempoMaximoMs: number
  maxCuerpoBytes: number
  /** Null: its calls are run at once, not accepted and run later. */
  asincrono: Asincrono | null
  observe: Observe
}
