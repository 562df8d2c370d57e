import { isUtf8 } from 'node:buffer'
import { CuerpoInvalido, keepExact } from '@div/contract'
import { explainJson } from './explain-json.ts'

/** Own properties of these names would be mistaken for the prototype by code that copies objects. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

const QUOTE = 0x22
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

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

/** An escape that may be half a character; the other half may stand beside it. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/

/**
 * What JSON.parse answers (RFC 8259), and nothing that two readers could understand differently: no repeated keys, no keys that
 * reach the prototype, no NUL, no half of a character, no more nesting than `profundidad`, UTF-8 only. Throws CuerpoInvalido with the place.
 *
 * One pass over the text counts the members and finds the numbers that a double may not hold, the native parser reads it, and a walk counts
 * the keys that are left: fewer keys than members means that one was repeated. Only a refusal looks for the place.
 */
export function parseJson(source: string | Buffer, { profundidad }: { profundidad: number }): unknown {
  const text = typeof source === 'string' ? source : decode(source)
  const { members, mayRound } = scan(text, profundidad)
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

/** What stands outside strings: the colons, and whether a double may not hold a number. Throws when brackets nest deeper than `profundidad`. */
function scan(text: string, profundidad: number): { members: number; mayRound: boolean } {
  let members = 0
  let mayRound = false
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code <= NINE && code >= ZERO) {
      const end = endOfNumber(text, index)
      if (end - index >= LONG_NUMBER || (text.charCodeAt(end) | LOWER_CASE) === EXPONENT) mayRound = true
      index = end - 1
      continue
    }
    switch (code) {
      case QUOTE:
        index = endOfString(text, index)
        break
      case COLON:
        members++
        break
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (++depth > profundidad) {
          throw new CuerpoInvalido({ motivo: `supera la profundidad máxima de ${profundidad}` })
        }
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--
    }
  }
  return { members, mayRound }
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1
  for (;;) {
    const code = text.charCodeAt(end)
    if (code !== DOT && !(code <= NINE && code >= ZERO)) return end
    end++
  }
}

/** Index of the quote that closes the string; the end of the text when none does. */
function endOfString(text: string, opening: number): number {
  let closing = text.indexOf('"', opening + 1)
  while (closing !== -1 && isEscaped(text, closing)) closing = text.indexOf('"', closing + 1)
  return closing === -1 ? text.length : closing
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0
  while (text[index - 1 - backslashes] === '\\') backslashes++
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
