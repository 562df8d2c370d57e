import { Saturado } from '@div/contract'
import { type Problem, problemOf } from '../../http/problem.ts'

const problems: Problem[] = []

/** What is told for want of a place. Each is written once: who refuses has no time to write. */
export function problemOfSaturation(segundos: number): Problem {
  problems[segundos] ??= problemOf(new Saturado({ segundos }, { extra: { reintentarEnSegundos: segundos } }))
  return problems[segundos]
}
