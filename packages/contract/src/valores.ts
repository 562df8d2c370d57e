/**
 * The values that flow between nodes. Text, number, boolean, null, plain objects and arrays are themselves; besides them there are
 * exactly three more: `Fecha` (a calendar day), `Date` (an instant: the type fechaHora) and `Binario`. All three know their JSON form, so a
 * date is never a text by accident and still leaves as one. A decimal is a number while 15 significant digits hold it exactly (as a
 * spreadsheet does) and the exact decimal text beyond that; see docs/decisions/2026-11-21-decimals.md.
 */

/** A day of the proleptic Gregorian calendar, without time or zone. JSON: `2026-11-21` (ISO 8601). */
export class Fecha {
  readonly year: number
  /** 1 to 12 */
  readonly month: number
  readonly day: number

  constructor(year: number, month: number, day: number) {
    this.year = year
    this.month = month
    this.day = day
  }

  /** Null when the text is not an existing day written as `YYYY-MM-DD`. */
  static parse(text: string): Fecha | null {
    const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
    if (!match) return null
    const fecha = new Fecha(Number(match[1]), Number(match[2]), Number(match[3]))
    const date = new Date(fecha.toEpochMs())
    return date.getUTCMonth() + 1 === fecha.month && date.getUTCDate() === fecha.day ? fecha : null
  }

  /** The day that the given UTC midnight begins. */
  static fromEpochMs(epochMs: number): Fecha {
    const date = new Date(epochMs)
    return new Fecha(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
  }

  /** UTC midnight of the day. */
  toEpochMs(): number {
    const date = new Date(0)
    // Not Date.UTC: it reads the years 0 to 99 as 1900 to 1999.
    date.setUTCFullYear(this.year, this.month - 1, this.day)
    return date.getTime()
  }

  toString(): string {
    return `${pad(this.year, 4)}-${pad(this.month, 2)}-${pad(this.day, 2)}`
  }

  toJSON(): string {
    return this.toString()
  }
}

/** Bytes. JSON: base64 (RFC 4648, 4). */
export class Binario {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** Null when the text is not base64. */
  static parse(base64: string): Binario | null {
    try {
      return new Binario(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)))
    } catch {
      // atob knows only that the text is not base64.
      return null
    }
  }

  toString(): string {
    let binary = ''
    // In pieces: a call takes a bounded number of arguments.
    for (let start = 0; start < this.bytes.length; start += 8_192) {
      binary += String.fromCharCode(...this.bytes.subarray(start, start + 8_192))
    }
    return btoa(binary)
  }

  toJSON(): string {
    return this.toString()
  }
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0')
}

/** An object that only holds fields: no list, and none of the three. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
