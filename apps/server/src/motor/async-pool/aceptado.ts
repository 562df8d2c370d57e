import type { Trabajo } from './trabajo.ts'

export interface Aceptado {
  idEjecucion: string
  trabajo: Trabajo
  /** The higher, the sooner. */
  prioridad?: number
  /** It stands in its order where it stood then. */
  desde?: Date
}
