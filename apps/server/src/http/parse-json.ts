// The global of the name is a getter, which every body would go through.
import { Buffer, isUtf8 } from 'node:buffer'
import { CuerpoInvalido, keepExact } from '@div/contract'
import { explainJson } from './explain-json.ts'

/** Own properties of these names would be mistaken for the prototype by code that copies objects. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

const QUOTE = 0x22
const COLON = 0x3a
/** Brackets of lists and of objects differ by the bit that tells upper from lower case. */
const OPEN = 0x7b
const CLOSE = 0x7d
const BACKSLASH = 0x5c

const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
/** The name of a shorter key is none of the forbidden ones. */
const FORBIDDEN_LENGTH = 9
/** Characters of a number that a double may round. */
const LONG_NUMBER = 16
/** `e` in either case: with an exponent a short number may be beyond what a double holds. */
const EXPONENT = 0x65
const LOWER_CASE = 0x20
/** Bytes of a text from which on the native search is quicker than looking at each. */
const LONG_TEXT = 64

/** An escape that may be half a character; the other half may stand beside it. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/

/**
 * What JSON.parse answers (RFC 8259), and nothing that two readers could understand differently: no repeated keys, no keys that
 * reach the prototype, no NUL, no half of a character, no more nesting than `profundidad`, UTF-8 only. Throws CuerpoInvalido with the place.
 *
 * One pass over the bytes counts the members and finds the numbers that a double may not hold, the native parser reads the text, and a walk
 * counts the keys that are left: fewer keys than members means that one was repeated. Only a refusal looks for the place.
 */
export function parseJson(source: string | Buffer, { profundidad }: { profundidad: number }): unknown {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source
  const text = typeof source === 'string' ? source : decode(source)
  const { members, mayRound } = scan(bytes, profundidad)
  let value: unknown
  try {
    value = mayRound ? JSON.parse(text, keepExact) : JSON.parse(text)
  } catch (cause) {
    throw refuse(text, cause)
  }
  if (countKeys(value) !== members || (text.includes('\\u') && hasUnreadable(text, value))) {
    const motivo = explainJson(text, FORBIDDEN_KEYS)
    if (motivo !== null) throw new CuerpoInvalido({ motivo })
  }
  return value
}

/** A NUL, or half a character. */
function hasUnreadable(text: string, value: unknown): boolean {
  return text.includes('\\u0000') || (SURROGATE_ESCAPE.test(text) && !isWellFormed(value))
}

function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new CuerpoInvalido({ motivo: 'no es UTF-8 válido' })
  // A byte order mark is not part of the text (RFC 8259, 8.1).
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  return bytes.toString('utf8', start)
}

/**
 * What stands outside strings: the colons, and whether a double may not hold a number. Throws when brackets nest deeper than `profundidad`.
 * One loop with loops in it: calls for a string and for a number would take three times as long.
 */
function scan(bytes: Buffer, profundidad: number): { members: number; mayRound: boolean } {
  const { length } = bytes
  let members = 0
  let mayRound = false
  let depth = 0
  for (let index = 0; index < length; index++) {
    const code = bytes[index] ?? 0
    if (code === QUOTE) {
      const near = Math.min(index + LONG_TEXT, length)
      for (index++; index < near; index++) {
        const inside = bytes[index] ?? 0
        if (inside === QUOTE) break
        // What it escapes ends nothing.
        if (inside === BACKSLASH) index++
      }
      if (index >= near) index = endOfLongText(bytes, index)
    } else if (code <= COLON) {
      if (code === COLON) members++
      else if (code >= ZERO) {
        const start = index
        let next = 0
        for (index++; index < length; index++) {
          next = bytes[index] ?? 0
          if (next !== DOT && (next < ZERO || next > NINE)) break
        }
        if (index - start >= LONG_NUMBER || (next | LOWER_CASE) === EXPONENT) mayRound = true
        index--
      }
    } else if ((code | LOWER_CASE) === OPEN) {
      if (++depth > profundidad)
        throw new CuerpoInvalido({ motivo: `supera la profundidad máxima de ${profundidad}` })
    } else if ((code | LOWER_CASE) === CLOSE) depth--
  }
  return { members, mayRound }
}

/** Index of the quote that closes a text of which nothing before `start` escapes anything from there on; the end of the bytes when none does. */
function endOfLongText(bytes: Buffer, start: number): number {
  let closing = bytes.indexOf(QUOTE, start)
  while (closing !== -1 && isEscaped(bytes, closing, start)) closing = bytes.indexOf(QUOTE, closing + 1)
  return closing === -1 ? bytes.length : closing
}

function isEscaped(bytes: Buffer, index: number, start: number): boolean {
  let backslashes = 0
  while (index - 1 - backslashes >= start && bytes[index - 1 - backslashes] === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}

/** Own keys at every level; NaN, which equals no count, when one of them is forbidden. */
function countKeys(value: unknown): number {
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += countKeys(item)
  } else if (isRecord(value)) {
    // What JSON.parse makes inherits nothing that can be enumerated.
    for (const key in value) {
      if (key.length >= FORBIDDEN_LENGTH && FORBIDDEN_KEYS.has(key)) return Number.NaN
      const field = value[key]
      count += typeof field === 'object' ? 1 + countKeys(field) : 1
    }
  }
  return count
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (Array.isArray(value)) return value.every(isWellFormed)
  return (
    !isRecord(value) || Object.entries(value).every(([key, each]) => key.isWellFormed() && isWellFormed(each))
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function refuse(text: string, cause: unknown): Error {
  const motivo = explainJson(text, FORBIDDEN_KEYS) ?? 'no es JSON válido'
  return new CuerpoInvalido({ motivo }, { cause })
}
