import { And, False, Negation, Null, Or, True } from './parser.terms.generated.ts'

/** Words of the language, without case. As the name of a property (`a.no`, `{ no: 1 }`) they are ordinary names. */
const WORDS: ReadonlyMap<string, number> = new Map([
  ['verdadero', True],
  ['falso', False],
  ['nulo', Null],
  ['no', Negation],
])
/** Operators between two values; where a value is expected they are names, so that `Y(a; b)` is a call. */
const INFIX: ReadonlyMap<string, number> = new Map([
  ['y', And],
  ['o', Or],
])

export function keyword(word: string, _stack?: unknown): number {
  return WORDS.get(word.toLowerCase()) ?? -1
}

export function infix(word: string, _stack?: unknown): number {
  return INFIX.get(word.toLowerCase()) ?? -1
}
