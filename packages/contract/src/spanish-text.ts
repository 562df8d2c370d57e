import type { TipoDato } from './flujo.ts'

/**
 * Numbers, days and yes or no as people and spreadsheets in Spanish write them, as values. What is none of its type stays the text: who
 * checks the value says what is wrong with it. Other types are left to their own readers.
 */
export function readSpanishText(text: string, tipo: TipoDato): unknown {
  const trimmed = text.trim()
  switch (tipo) {
    case 'entero':
      return readNumber(
        trimmed.replace(/^(-?\d{1,3})((?:\.\d{3})+)$/, (_, head, rest) => head + rest.replaceAll('.', '')),
        text,
      )
    case 'decimal':
      return readNumber(trimmed, text)
    case 'booleano':
      return BOOLEANS.get(trimmed.toLowerCase()) ?? text
    case 'fecha':
      return readSpanishDay(trimmed) ?? text
    default:
      return text
  }
}

/** A number as it is written in Spanish, with a comma; a text as it is. */
export function showDecimal(value: unknown): string {
  if (typeof value === 'number') return String(value).replace('.', ',')
  return typeof value === 'string' ? value : ''
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['sí', 'si', 'verdadero', 'true', '1', 'x'].map((word) => [word, true] as const),
  ...['no', 'falso', 'false', '0'].map((word) => [word, false] as const),
])

/** Digits that a number holds exactly; beyond them the text is kept, as the API does. */
const EXACT_DIGITS = 15

function readNumber(text: string, written: string): unknown {
  // `1.234,5` and `1234,5` as well as `1234.5`; `7,` is on its way to `7,5`.
  const plain = /^-?\d{1,3}(\.\d{3})*,\d+$|^-?\d+,\d*$/.test(text)
    ? text.replaceAll('.', '').replace(',', '.')
    : text
  if (!/^-?\d+(\.\d*)?$/.test(plain)) return written
  return plain.replace(/\D/g, '').length <= EXACT_DIGITS ? Number(plain) : plain
}

const DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/

/** `31/12/2026`, `31-12-2026` and `31.12.2026` as well as ISO 8601; undefined: no day. */
export function readSpanishDay(text: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  const [, day, month, year] = DAY.exec(text) ?? []
  if (day === undefined || month === undefined || year === undefined) return undefined
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** `2026-12-31` as `31/12/2026`; what is no day as it is. */
export function showDay(day: string): string {
  return day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1')
}

const TIME = /^(\d{1,2})(?:[:.](\d{2})(?:[:.](\d{2}))?)?$|^(\d{1,2})(\d{2})$/

/** `9:30`, `9.30`, `930`, `9` and `9:30:15` as `09:30:00` and so on; undefined: no time of a day. */
export function readTime(text: string): string | undefined {
  const found = TIME.exec(text)
  if (found === null) return undefined
  const [, hours = found[4], minutes = found[5] ?? '0', seconds = '0'] = found
  const isReal = Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60
  return isReal ? [hours, minutes, seconds].map((part) => pad(Number(part))).join(':') : undefined
}

/** A day with or without a time, as one writes it here and in the time of this place, or an instant of ISO 8601; undefined: none. */
export function readInstant(text: string): string | undefined {
  const [dayText = '', timeText = '0', ...rest] = text.split(/,?\s+/)
  const day = rest.length === 0 ? readSpanishDay(dayText) : undefined
  const time = readTime(timeText)
  if (day !== undefined && time !== undefined && isRealDay(day))
    return new Date(`${day}T${time}`).toISOString()
  // Of other texts browsers make dates as well, and out of `12/` one of the year 2001.
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text)) return undefined
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** In the time of this place, to the second; what is no instant as it is. */
export function showInstant(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return instant
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part)).join(':')
  return `${showDay(toLocalDay(date))} ${time}`
}

/** Whether the calendar has it. */
export function isRealDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

function toLocalDay(date: Date): string {
  return [pad(date.getFullYear(), 4), pad(date.getMonth() + 1), pad(date.getDate())].join('-')
}

function pad(part: number, width = 2): string {
  return String(part).padStart(width, '0')
}
