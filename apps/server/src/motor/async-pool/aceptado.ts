import type { Trabajo } from './trabajo.ts'

export interface Aceptado {
  idEjecucion: string
  trabajo: Trabajo
  /** The higher, the sooner. */
  prioridad?: number
  /** Of what it was called with; several of them are stored together. */
  bytes?: number
  /** It stands in its order where it stood then. */
  desde?: Date
}
