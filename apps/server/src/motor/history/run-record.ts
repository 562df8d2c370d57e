import type { ErrorDeNodo, EstadoEjecucion, Paso, Respuesta, TrazaW3c } from '@div/contract'
import type { Plan } from '@div/engine'
import type { SecretScope } from './secret-scope.ts'
import type { Traza } from './traza.ts'

/** One finished run, as the engine leaves it. */
export interface RunRecord {
  id: string
  /** What the keys of its calls begin with. Absent: its id. */
  raizDeClaves?: string
  /** By `monotonicNow`, as its spans. */
  inicio: number
  duracionMs: number
  estado: Extract<EstadoEjecucion, 'ok' | 'error' | 'cancelada'>
  procesoId: string
  /** Null: a draft. */
  version: number | null
  canalId: string | null
  origen: 'agente' | 'canal' | 'mcp' | 'prueba' | 'reintento' | 'subproceso' | 'tarea'
  error?: ErrorDeNodo | undefined
  entrada: unknown
  respuesta?: Respuesta | undefined
  pasos: readonly Paso[]
  /** Spans that the run did not keep. */
  pasosOmitidos: number
  /** The trace that whoever called it said it belongs to. */
  w3c?: TrazaW3c | undefined
  /** What of it is kept. */
  traza: Pick<Traza, 'keeps' | 'keepsData'>
  /** What it could have used of secrets. */
  secretos: SecretScope
  /** What its plan derives from them. */
  plan: Pick<Plan, 'ocultos' | 'salidas'> &
    Partial<Pick<Plan, 'bloque'>> & { entrada: Pick<Plan['entrada'], 'clave'> }
}
