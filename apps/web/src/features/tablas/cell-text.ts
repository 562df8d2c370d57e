import type { TipoDato } from '@div/contract'

/** A value as a cell shows it, as it is written there and as it is copied: as spreadsheets in Spanish write it. */
export function showCell(value: unknown, tipo: TipoDato): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  switch (tipo) {
    case 'booleano':
      return typeof value === 'boolean' ? (value ? 'Sí' : 'No') : text
    case 'decimal':
      return text.replace('.', ',')
    case 'fecha':
      return text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1')
    case 'fechaHora':
      return showInstant(text)
    default:
      return text
  }
}

/** What was written into a cell, as a value. What is none of its type stays the text: the server says what is wrong with it. */
export function readCell(text: string, tipo: TipoDato): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return null
  switch (tipo) {
    case 'texto':
      return text
    case 'entero':
      return readNumber(
        trimmed.replace(/^(-?\d{1,3})((?:\.\d{3})+)$/, (_, head, rest) => head + rest.replaceAll('.', '')),
      )
    case 'decimal':
      return readNumber(trimmed)
    case 'booleano':
      return BOOLEANS.get(trimmed.toLowerCase()) ?? text
    case 'fecha':
      return readDay(trimmed) ?? text
    case 'fechaHora':
      return readInstant(trimmed) ?? text
    case 'binario':
      return trimmed
    default:
      return readJson(trimmed)
  }
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['sí', 'si', 'verdadero', 'true', '1', 'x'].map((word) => [word, true] as const),
  ...['no', 'falso', 'false', '0'].map((word) => [word, false] as const),
])

/** Digits that a number holds exactly; beyond them the text is kept, as the API does. */
const EXACT_DIGITS = 15

function readNumber(text: string): unknown {
  // `1.234,5` and `1234,5` as well as `1234.5`.
  const plain = /^-?\d{1,3}(\.\d{3})*,\d+$|^-?\d+,\d+$/.test(text)
    ? text.replaceAll('.', '').replace(',', '.')
    : text
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return text
  return plain.replace(/\D/g, '').length <= EXACT_DIGITS ? Number(plain) : plain
}

const DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/

function readDay(text: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  const [, day, month, year] = DAY.exec(text) ?? []
  if (day === undefined || month === undefined || year === undefined) return undefined
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function showInstant(text: string): string {
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) return text
  const day = [pad(date.getDate()), pad(date.getMonth() + 1), pad(date.getFullYear(), 4)].join('/')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part)).join(':')}`
}

/** In the time of this place, unless it says its own. */
function readInstant(text: string): string | undefined {
  const [dayText = '', time = '00:00', ...rest] = text.split(/\s+/)
  const day = DAY.test(dayText) && rest.length === 0 ? readDay(dayText) : undefined
  const date = new Date(day === undefined ? text : `${day}T${time.length === 4 ? `0${time}` : time}`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    // No JSON: a text.
    return text
  }
}

function pad(part: number, width = 2): string {
  return String(part).padStart(width, '0')
}
