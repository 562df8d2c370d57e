import type { Busqueda } from './formula-world.ts'

/** Thrown by what a formula reads, through everything in it: no function answers for it, since it says nothing of the formula. */
export class NotKnown extends Error {
  readonly trial:
    | { kind: 'sinDatos'; nombre: string }
    | { kind: 'alEjecutar'; motivo: string }
    | { kind: 'buscando'; busqueda: Busqueda }

  constructor(trial: NotKnown['trial']) {
    super(trial.kind)
    this.trial = trial
  }
}
