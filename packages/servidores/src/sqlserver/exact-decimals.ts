import { lookUp } from '@div/contract'
import type { readValue } from 'tedious/lib/value-parser.js'

/** The part of tedious that reads one value of an answer. */
interface ValueParser {
  readValue: typeof readValue
}

type Metadata = Parameters<typeof readValue>[2]

const MONEY_SCALE = 4

/** How a value stands in its bytes (MS-TDS 2.2.5.5.1), by the name of its type. Null where there is none. */
const EXACT: Readonly<Record<string, (bytes: Buffer, metadata: Pick<Metadata, 'scale'>) => string | null>> = {
  DecimalN: readDecimal,
  NumericN: readDecimal,
  Money: readMoney,
  SmallMoney: readMoney,
  // Its length comes first.
  MoneyN: (bytes) => readMoney(bytes.subarray(1)),
}

const exact = new WeakSet<ValueParser>()

/**
 * tedious reads decimals and amounts of money as floating point, which loses their digits; nothing of it lets them be read otherwise. What
 * it reads each value with is replaced, for all its connections, by what answers their text.
 */
export function keepDecimalsExact(parser: ValueParser): void {
  if (exact.has(parser)) return
  exact.add(parser)
  const { readValue } = parser
  parser.readValue = (bytes, offset, metadata, options) => {
    // It also says when the value has not come whole yet.
    const read = readValue(bytes, offset, metadata, options)
    const readExact = lookUp(EXACT, metadata.type.name)
    return readExact ? { ...read, value: readExact(bytes.subarray(offset, read.offset), metadata) } : read
  }
}

/** Length, sign, and the digits as one little-endian number. */
function readDecimal(bytes: Buffer, { scale = 0 }: Pick<Metadata, 'scale'>): string | null {
  if (bytes.length <= 1) return null
  const digits = BigInt(`0x${Buffer.from(bytes.subarray(2)).reverse().toString('hex')}`)
  return writeDecimal(bytes[1] === 1 ? digits : -digits, scale)
}

/** Ten-thousandths; of eight bytes the upper four come first. */
function readMoney(bytes: Buffer): string | null {
  if (bytes.length === 0) return null
  const units =
    bytes.length === 4
      ? BigInt(bytes.readInt32LE(0))
      : (BigInt(bytes.readInt32LE(0)) << 32n) + BigInt(bytes.readUInt32LE(4))
  return writeDecimal(units, MONEY_SCALE)
}

function writeDecimal(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
