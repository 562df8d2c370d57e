import { keepExact } from './coercion/coercion.ts'
import { LimiteSuperado } from './errors/requests.ts'
import type { Limits } from './limits.ts'

/** A number that a double may round, or what looks like one within a text. */
const MAY_ROUND = /[\d.]{16}|\d[eE]/

/**
 * JSON that another system wrote (RFC 8259), as a value of a run: digits that a double would lose stay text. Throws LimiteSuperado for
 * more nesting than runs bear, and SyntaxError for what is no JSON.
 */
export function readExactJson(text: string, { profundidad }: Pick<Limits, 'profundidad'>): unknown {
  if (isDeeper(text, profundidad)) throw new LimiteSuperado({ limite: 'profundidad', maximo: profundidad })
  const value: unknown = MAY_ROUND.test(text) ? JSON.parse(text, keepExact) : JSON.parse(text)
  return value
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** Brackets of lists and of objects differ by the bit that tells upper from lower case. */
const OPEN = 0x7b
const CLOSE = 0x7d
const LOWER_CASE = 0x20

/** Whether a text in JSON nests deeper. Looked for in the text: a deep value would exhaust the stack before it could be refused. */
export function isDeeper(text: string, most: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfText(text, at + 1)
    else if ((code | LOWER_CASE) === OPEN) depth++
    else if ((code | LOWER_CASE) === CLOSE) depth--
    if (depth > most) return true
  }
  return false
}

function endOfText(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    // What it escapes ends nothing.
    if (code === BACKSLASH) at++
  }
  return text.length
}
