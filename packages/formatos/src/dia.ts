import { Fecha, lookUp } from '@div/contract'

/*
 * A day by the parts of a format, such as `dd/mm/aaaa`: a token stands where no other letter touches it, so that words may stand beside them.
 */

const TOKEN = /aaaa|aa|mmmm|mmm|mm|m|dddd|ddd|dd|d|hh|h|nn|ss/gi

/** Of January and so on, as they are written in Spanish. */
export const MONTHS: readonly string[] = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('es', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month, 1)),
)

const pad = (value: number, width: number) => String(value).padStart(width, '0')

interface Part {
  field: 'year' | 'month' | 'day'
  pattern: string
  read(text: string): number
  write(fecha: Fecha): string
}

/** `setiembre` is as good as `septiembre`; three letters may end in a point, and `sept` is what many write. */
const MONTH_NAMES: ReadonlyMap<string, number> = new Map([
  ...MONTHS.map((name, month): [string, number] => [name, month + 1]),
  ...MONTHS.map((name, month): [string, number] => [name.slice(0, 3), month + 1]),
  ['setiembre', 9],
  ['sept', 9],
  ['set', 9],
])
const SHORT_MONTHS = [...MONTH_NAMES.keys()].filter((name) => name.length <= 4 && name !== 'mayo')
const LONG_MONTHS = [...MONTH_NAMES.keys()].filter((name) => name.length > 4 || name === 'mayo')

const readMonth = (text: string) => MONTH_NAMES.get(text.replace('.', '').toLowerCase()) ?? 0
/** As spreadsheets do: 00 to 49 are of this century. */
const readShortYear = (text: string) => Number(text) + (Number(text) < 50 ? 2000 : 1900)

const PARTS: Readonly<Record<string, Part>> = {
  aaaa: { field: 'year', pattern: '\\d{4}', read: Number, write: ({ year }) => pad(year, 4) },
  aa: { field: 'year', pattern: '\\d{2}', read: readShortYear, write: ({ year }) => pad(year % 100, 2) },
  mmmm: {
    field: 'month',
    pattern: LONG_MONTHS.join('|'),
    read: readMonth,
    write: ({ month }) => MONTHS[month - 1] ?? '',
  },
  mmm: {
    field: 'month',
    pattern: `(?:${SHORT_MONTHS.join('|')})\\.?`,
    read: readMonth,
    write: ({ month }) => (MONTHS[month - 1] ?? '').slice(0, 3),
  },
  mm: { field: 'month', pattern: '\\d{2}', read: Number, write: ({ month }) => pad(month, 2) },
  m: { field: 'month', pattern: '\\d{1,2}', read: Number, write: ({ month }) => String(month) },
  dd: { field: 'day', pattern: '\\d{2}', read: Number, write: ({ day }) => pad(day, 2) },
  d: { field: 'day', pattern: '\\d{1,2}', read: Number, write: ({ day }) => String(day) },
}

const MAX_FORMAT_LENGTH = 100

export interface Dia {
  /** Null when the text does not follow the format or the day does not exist. */
  read(text: string): Fecha | null
  write(fecha: Fecha): string
}

/** What is wrong with a format is told as a text: it names a part twice (which would be meant?), one that is no part of a day, or no year. */
export function compileDia(format: string): Dia | string {
  if (format.length > MAX_FORMAT_LENGTH) return 'el formato es demasiado largo'
  const pieces: (Part | string)[] = []
  for (const [piece] of format.matchAll(/\p{L}+|\P{L}/gu)) {
    if (!isTokens(piece)) pieces.push(piece)
    else
      for (const [token] of piece.matchAll(TOKEN)) {
        const part = lookUp(PARTS, token.toLowerCase())
        if (!part) return `un día no tiene «${token}»`
        pieces.push(part)
      }
  }
  const parts = pieces.filter((piece) => typeof piece !== 'string')
  const fields = parts.map(({ field }) => field)
  if (new Set(fields).size < fields.length) return 'el formato nombra dos veces la misma parte de la fecha'
  if (!fields.includes('year')) return 'el formato no dice el año (aaaa o aa)'
  // Three groups of a few characters and literals: it cannot backtrack without bound.
  const pattern = pieces.map((piece) =>
    typeof piece === 'string' ? escapeLiteral(piece) : `(${piece.pattern})`,
  )
  const matcher = new RegExp(`^${pattern.join('')}$`, 'i')
  return {
    read(text) {
      const match = matcher.exec(text.trim())
      if (!match) return null
      const found = { year: 0, month: 1, day: 1 }
      parts.forEach(({ field, read }, index) => {
        found[field] = read(match[index + 1] ?? '')
      })
      return Fecha.parse(`${pad(found.year, 4)}-${pad(found.month, 2)}-${pad(found.day, 2)}`)
    },
    write: (fecha) =>
      pieces.map((piece) => (typeof piece === 'string' ? piece : piece.write(fecha))).join(''),
  }
}

function isTokens(word: string): boolean {
  return word.replace(TOKEN, '') === ''
}

function escapeLiteral(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}
