import { Fecha } from '@div/contract'
import { failFormula } from '@div/formula'
import type { Temporal } from 'temporal-polyfill'

const TOKEN = /aaaa|aa|mmmm|mmm|mm|m|dddd|ddd|dd|d|hh|h|nn|ss/gi
const months = Array.from({ length: 12 }, (_, month) => name({ month: 'long' }, Date.UTC(2026, month, 1)))
const weekdays = Array.from({ length: 7 }, (_, day) => name({ weekday: 'long' }, Date.UTC(2026, 5, day + 1)))

function name(options: Intl.DateTimeFormatOptions, epochMs: number): string {
  return new Intl.DateTimeFormat('es', { ...options, timeZone: 'UTC' }).format(epochMs)
}

const pad = (value: number, width: number) => String(value).padStart(width, '0')

const WRITE: Readonly<Record<string, (moment: Temporal.ZonedDateTime) => string>> = {
  aaaa: ({ year }) => pad(year, 4),
  aa: ({ year }) => pad(year % 100, 2),
  mmmm: ({ month }) => months[month - 1] ?? '',
  mmm: ({ month }) => (months[month - 1] ?? '').slice(0, 3),
  mm: ({ month }) => pad(month, 2),
  m: ({ month }) => String(month),
  dddd: ({ dayOfWeek }) => weekdays[dayOfWeek - 1] ?? '',
  ddd: ({ dayOfWeek }) => (weekdays[dayOfWeek - 1] ?? '').slice(0, 3),
  dd: ({ day }) => pad(day, 2),
  d: ({ day }) => String(day),
  hh: ({ hour }) => pad(hour, 2),
  h: ({ hour }) => String(hour),
  nn: ({ minute }) => pad(minute, 2),
  ss: ({ second }) => pad(second, 2),
}

/** Letters between words of the format would be read as tokens: a token stands where no other letter touches it. */
export function formatMoment(moment: Temporal.ZonedDateTime, format: string): string {
  return format.replace(/\p{L}+/gu, (word) =>
    isTokens(word) ? word.replace(TOKEN, (token) => WRITE[token.toLowerCase()]?.(moment) ?? token) : word,
  )
}

function isTokens(word: string): boolean {
  return word.replace(TOKEN, '') === ''
}

interface Field {
  field: 'year' | 'month' | 'day'
  pattern: string
  read(text: string): number
}

/** `setiembre` is as good as `septiembre`; three letters may end in a point, and `sept` is what many write. */
const MONTH_NAMES: ReadonlyMap<string, number> = new Map([
  ...months.map((name, month): [string, number] => [name, month + 1]),
  ...months.map((name, month): [string, number] => [name.slice(0, 3), month + 1]),
  ['setiembre', 9],
  ['sept', 9],
  ['set', 9],
])
const SHORT_MONTHS = [...MONTH_NAMES.keys()].filter((name) => name.length <= 4 && name !== 'mayo')
const LONG_MONTHS = [...MONTH_NAMES.keys()].filter((name) => name.length > 4 || name === 'mayo')

const readMonth = (text: string) => MONTH_NAMES.get(text.replace('.', '').toLowerCase()) ?? 0
/** As spreadsheets do: 00 to 49 are of this century. */
const readShortYear = (text: string) => Number(text) + (Number(text) < 50 ? 2000 : 1900)

const FIELDS: Readonly<Record<string, Field>> = {
  aaaa: { field: 'year', pattern: '\\d{4}', read: Number },
  aa: { field: 'year', pattern: '\\d{2}', read: readShortYear },
  mmmm: { field: 'month', pattern: LONG_MONTHS.join('|'), read: readMonth },
  mmm: { field: 'month', pattern: `(?:${SHORT_MONTHS.join('|')})\\.?`, read: readMonth },
  mm: { field: 'month', pattern: '\\d{2}', read: Number },
  m: { field: 'month', pattern: '\\d{1,2}', read: Number },
  dd: { field: 'day', pattern: '\\d{2}', read: Number },
  d: { field: 'day', pattern: '\\d{1,2}', read: Number },
}

const MAX_FORMAT_LENGTH = 100

/**
 * Reads a day by the parts of a format; null when the text does not follow it or the day does not exist. Throws ExpresionFallida for a
 * format that names a part twice (which of the two would be meant?), one that is no part of a day, or no year.
 */
export function parseMoment(text: string, format: string): Fecha | null {
  if (format.length > MAX_FORMAT_LENGTH) return failFormula('el formato es demasiado largo')
  const fields: Field[] = []
  const pattern = format.replace(/\p{L}+|\P{L}/gu, (part) =>
    isTokens(part) ? part.replace(TOKEN, (token) => addField(fields, token)) : escapePattern(part),
  )
  if (!fields.some(({ field }) => field === 'year'))
    return failFormula('el formato no dice el año (aaaa o aa)')
  // Three groups of a few characters and literals: it cannot backtrack without bound.
  const match = new RegExp(`^${pattern}$`, 'i').exec(text.trim())
  if (!match) return null
  const parts = { year: 0, month: 1, day: 1 }
  fields.forEach(({ field, read }, index) => {
    parts[field] = read(match[index + 1] ?? '')
  })
  return Fecha.parse(`${pad(parts.year, 4)}-${pad(parts.month, 2)}-${pad(parts.day, 2)}`)
}

function addField(fields: Field[], token: string): string {
  const known = FIELDS[token.toLowerCase()]
  if (!known) return failFormula(`LEER_FECHA lee días y no puede leer «${token}»`)
  if (fields.some(({ field }) => field === known.field)) {
    failFormula('el formato nombra dos veces la misma parte de la fecha')
  }
  fields.push(known)
  return `(${known.pattern})`
}

function escapePattern(part: string): string {
  return part.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}
