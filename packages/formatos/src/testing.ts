import { LIMITS } from '@div/contract'
import type { Notacion, Reglas } from './define-formato.ts'

/** What is refused is thrown as it is worded. */
export const reglas = (more: Partial<Reglas> = {}): Reglas => ({
  limits: LIMITS,
  maximoRegistro: 100_000,
  vacio: 'nulo',
  finDeLinea: 'crlf',
  textOf: (value) =>
    value === null || value === undefined
      ? null
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value),
  refuse(motivo) {
    throw new Error(motivo)
  },
  ...more,
})

/** The records of a text that comes in pieces of the given length. */
export function readIn(pieceLength: number, text: string, notacion: Notacion, rules = reglas()): unknown[] {
  const lector = notacion.openLector(rules)
  const registros: unknown[] = []
  for (let start = 0; start < text.length; start += pieceLength)
    registros.push(...lector.push(text.slice(start, start + pieceLength)))
  registros.push(...lector.end())
  return registros
}
