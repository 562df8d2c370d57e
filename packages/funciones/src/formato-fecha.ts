import type { Fecha } from '@div/contract'
import { lookUp } from '@div/contract'
import { compileDia, MONTHS } from '@div/formatos'
import { failFormula } from '@div/formula'
import type { Temporal } from 'temporal-polyfill'

const TOKEN = /aaaa|aa|mmmm|mmm|mm|m|dddd|ddd|dd|d|hh|h|nn|ss/gi
const weekdays = Array.from({ length: 7 }, (_, day) =>
  new Intl.DateTimeFormat('es', { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, 5, day + 1)),
)

const pad = (value: number, width: number) => String(value).padStart(width, '0')

const WRITE: Readonly<Record<string, (moment: Temporal.ZonedDateTime) => string>> = {
  aaaa: ({ year }) => pad(year, 4),
  aa: ({ year }) => pad(year % 100, 2),
  mmmm: ({ month }) => MONTHS[month - 1] ?? '',
  mmm: ({ month }) => (MONTHS[month - 1] ?? '').slice(0, 3),
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
    isTokens(word)
      ? word.replace(TOKEN, (token) => lookUp(WRITE, token.toLowerCase())?.(moment) ?? token)
      : word,
  )
}

function isTokens(word: string): boolean {
  return word.replace(TOKEN, '') === ''
}

/** Reads a day by the parts of a format; null when the text does not follow it. Throws ExpresionFallida for a format that is none of a day. */
export function parseMoment(text: string, format: string): Fecha | null {
  const dia = compileDia(format)
  return typeof dia === 'string' ? failFormula(dia) : dia.read(text)
}
