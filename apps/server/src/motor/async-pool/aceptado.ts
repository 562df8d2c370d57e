import type { Trabajo } from './trabajo.ts'

export interface Aceptado {
  idEjecucion: string
  trabajo: Trabajo
  /** The higher, the sooner. */
  prioridad?: number
  /** Of one group only so many run at the same time in the whole cluster, as its tier says when they are fetched. */
  grupo?: { id: string; tier: string }
}

/** The tier of groups whose runs wait for each other. */
export const ONE_BY_ONE = 'de-uno-en-uno'
