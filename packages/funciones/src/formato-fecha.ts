import { Fecha } from '@div/contract'
import { failFormula } from '@div/formula'
import type { Temporal } from 'temporal-polyfill'

const TOKEN = /aaaa|aa|mmmm|mmm|mm|m|dddd|ddd|dd|d|hh|h|nn|ss/g
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
    word.replace(TOKEN, '') === '' ? word.replace(TOKEN, (token) => WRITE[token]?.(moment) ?? token) : word,
  )
}

const FIELDS: Readonly<Record<string, { field: 'year' | 'month' | 'day'; digits: string }>> = {
  aaaa: { field: 'year', digits: '\\d{4}' },
  mm: { field: 'month', digits: '\\d{2}' },
  m: { field: 'month', digits: '\\d{1,2}' },
  dd: { field: 'day', digits: '\\d{2}' },
  d: { field: 'day', digits: '\\d{1,2}' },
}

const MAX_FORMAT_LENGTH = 100

/**
 * Reads a day by the numeric parts of a format; null when the text does not follow it or the day does not exist. Throws ExpresionFallida for
 * a format that names a part twice: which of the two would be meant?
 */
export function parseMoment(text: string, format: string): Fecha | null {
  if (format.length > MAX_FORMAT_LENGTH) return failFormula('el formato es demasiado largo')
  const order: ('year' | 'month' | 'day')[] = []
  const pattern = format.replace(/aaaa|mm|m|dd|d|[^a-z]/g, (token) => {
    const known = FIELDS[token]
    if (!known) return token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    if (order.includes(known.field)) failFormula('el formato nombra dos veces la misma parte de la fecha')
    order.push(known.field)
    return `(${known.digits})`
  })
  // Three groups of one to four digits and literals: it cannot backtrack without bound.
  const match = new RegExp(`^${pattern}$`).exec(text.trim())
  if (!match) return null
  const parts = { year: 0, month: 1, day: 1 }
  order.forEach((field, index) => {
    parts[field] = Number(match[index + 1])
  })
  return Fecha.parse(`${pad(parts.year, 4)}-${pad(parts.month, 2)}-${pad(parts.day, 2)}`)
}
