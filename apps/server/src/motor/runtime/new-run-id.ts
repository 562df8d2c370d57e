import { randomBytes } from 'node:crypto'

/** Hexadecimal digits of the random part: 12 bits, 2 of a digit that also holds the variant, and 60. */
const DIGITS = 19
const BYTES = 10
/** One request to the system's generator yields this many ids: asking for each would cost more than the rest of a short run. */
const POOLED = 256
const VARIANTS = '89ab'
const HEX = 16

let pool = ''
let next = 0
let madeAt = Number.NaN
/** Of the ids of this millisecond: up to the digit of the version, which is 7. */
let prefix = ''

/** The id of a new run: a UUID version 7 (RFC 9562, 5.7), so that ids sort by time. */
export function newRunId(): string {
  const now = Date.now()
  if (now !== madeAt) {
    madeAt = now
    const moment = now.toString(HEX).padStart(12, '0')
    prefix = `${moment.slice(0, 8)}-${moment.slice(8)}-7`
  }
  if (next === pool.length) {
    pool = randomBytes(BYTES * POOLED).toString('hex')
    next = 0
  }
  const start = next
  next += 2 * BYTES
  const variant = VARIANTS[pool.charCodeAt(start + 3) & 3] ?? ''
  return `${prefix}${pool.slice(start, start + 3)}-${variant}${pool.slice(start + 4, start + 7)}-${pool.slice(start + 7, start + DIGITS)}`
}
