/** Clock times of one zone and the instants they name. Epoch milliseconds. */
export interface Zona {
  /** Of a clock time given as if it were UTC. In the hour that repeats the first is meant; one that was skipped counts on from before. */
  toInstant(localMs: number): number
  /** The clock time as if it were UTC. */
  toLocal(instantMs: number): number
}

export const UTC: Zona = { toInstant: (ms) => ms, toLocal: (ms) => ms }

/** Null when there is no such zone. Takes IANA names and `±HH:MM`. */
export function openZona(nombre: string): Zona | null {
  if (/^(?:UTC|Z|Etc\/UTC|[+-]00:00)$/i.test(nombre)) return UTC
  const fixed = /^([+-])(\d{2}):(\d{2})$/.exec(nombre)
  if (fixed) {
    const minutes = Number(fixed[2]) * 60 + Number(fixed[3])
    if (minutes > 14 * 60 || Number(fixed[3]) > 59) return null
    const offset = (fixed[1] === '-' ? -1 : 1) * minutes * 60_000
    return { toInstant: (ms) => ms - offset, toLocal: (ms) => ms + offset }
  }
  try {
    return zonaOf(new Intl.DateTimeFormat('en-US', { ...PARTS, timeZone: nombre }))
  } catch {
    // Intl knows only that there is no such zone.
    return null
  }
}

const PARTS = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  era: 'short',
} as const

const QUARTER_MS = 900_000
/** Offsets change on quarters of an hour; asking Intl for each row would cost microseconds. */
const KNOWN_OFFSETS = 10_000

function zonaOf(format: Intl.DateTimeFormat): Zona {
  const offsets = new Map<number, number>()

  function offsetAt(instantMs: number): number {
    const quarter = Math.floor(instantMs / QUARTER_MS)
    const known = offsets.get(quarter)
    if (known !== undefined) return known
    if (offsets.size >= KNOWN_OFFSETS) offsets.clear()
    const offset = readOffset(format, quarter * QUARTER_MS)
    offsets.set(quarter, offset)
    return offset
  }

  return {
    toLocal: (instantMs) => instantMs + offsetAt(instantMs),
    toInstant(localMs) {
      const guess = localMs - offsetAt(localMs)
      const before = localMs - offsetAt(guess - 86_400_000)
      if (before + offsetAt(before) === localMs) return before
      const after = localMs - offsetAt(guess + 86_400_000)
      return after + offsetAt(after) === localMs ? after : before
    },
  }
}

function readOffset(format: Intl.DateTimeFormat, instantMs: number): number {
  const parts: Record<string, string> = {}
  for (const { type, value } of format.formatToParts(instantMs)) parts[type] = value
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year)
  const date = new Date(0)
  date.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day))
  date.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second))
  return date.getTime() - Math.floor(instantMs / 1_000) * 1_000
}

const STAMP =
  /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(Z|[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?)?$/

/**
 * The instant of a text such as `2026-11-21 10:00:00.123456-05`; without an offset it is a clock time of the zone. Parts smaller than a
 * millisecond are dropped, which is all that an instant holds. Null when it is none (`infinity`, `0000-00-00`, a year beyond 9999).
 */
export function parseInstant(text: string, zona: Zona): Date | null {
  const match = STAMP.exec(text)
  if (!match) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] = match
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  if (date.getUTCMonth() + 1 !== Number(month) || date.getUTCDate() !== Number(day)) return null
  date.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.padEnd(3, '0').slice(0, 3)))
  date.setTime(offset === undefined ? zona.toInstant(date.getTime()) : date.getTime() - offsetOf(offset))
  return date
}

function offsetOf(text: string): number {
  if (text === 'Z') return 0
  const digits = text.slice(1).replaceAll(':', '').padEnd(6, '0')
  const seconds =
    Number(digits.slice(0, 2)) * 3_600 + Number(digits.slice(2, 4)) * 60 + Number(digits.slice(4, 6))
  return (text[0] === '-' ? -seconds : seconds) * 1_000
}

/** `2026-11-21 10:00:00.123`, the clock time of an instant in the zone. */
export function formatLocal(date: Date, zona: Zona): string {
  return new Date(zona.toLocal(date.getTime())).toISOString().slice(0, -1).replace('T', ' ')
}
