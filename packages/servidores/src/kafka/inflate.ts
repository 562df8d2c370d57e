import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { CompressionAlgorithmSpecification } from '@platformatic/kafka'
import { codeOf } from '../sql/failure.ts'
import { lz4SizeOf, snappySizeOf } from './inflated-size.ts'

type Inflate = CompressionAlgorithmSpecification['decompressSync']
type Data = Parameters<Inflate>[0]

/** Of one answer. `refuse`: what is thrown where it holds more. */
export interface Bound {
  maximoBytes: number
  refuse(): Error
}

/** The answer that is being read: the driver reads one whole, without a turn in between. */
let reading: (Bound & { left: number }) | null = null
const bounded = new WeakSet<object>()

/** What `read` answers, which may inflate so much and no more. */
export function inflateWithin<Answer>(bound: Bound, read: () => Answer): Answer {
  reading = { ...bound, left: bound.maximoBytes }
  try {
    return read()
  } finally {
    reading = null
  }
}

/** The driver inflates batches of any size, which a few bytes suffice to make. From now on, once for all, each keeps within its answer. */
export function boundInflation(algorithms: {
  gzip: CompressionAlgorithmSpecification
  snappy: CompressionAlgorithmSpecification
  lz4: CompressionAlgorithmSpecification
  zstd: CompressionAlgorithmSpecification
}): void {
  if (bounded.has(algorithms)) return
  bounded.add(algorithms)
  const { gzip, snappy, lz4, zstd } = algorithms
  gzip.decompressSync = limitOutput(gunzipSync)
  zstd.decompressSync = limitOutput(zstdDecompressSync)
  snappy.decompressSync = foresee(snappy.decompressSync, snappySizeOf)
  lz4.decompressSync = foresee(lz4.decompressSync, lz4SizeOf)
}

function limitOutput(inflate: (bytes: Buffer, options: { maxOutputLength: number }) => Buffer): Inflate {
  return (data) => {
    try {
      const inflated = inflate(bytesOf(data), { maxOutputLength: Math.max(1, reading?.left ?? 1) })
      take(inflated.length)
      return inflated
    } catch (cause) {
      throw codeOf(cause) === 'ERR_BUFFER_TOO_LARGE' && reading ? reading.refuse() : cause
    }
  }
}

/** Where the size can be told before anything is inflated. */
function foresee(inflate: Inflate, sizeOf: (bytes: Buffer) => number): Inflate {
  return (data) => {
    const bytes = bytesOf(data)
    take(sizeOf(bytes))
    return inflate(bytes)
  }
}

function take(bytes: number): void {
  if (!reading) throw new Error('nothing is inflated outside an answer')
  reading.left -= bytes
  if (reading.left < 0) throw reading.refuse()
}

function bytesOf(data: Data): Buffer {
  return Buffer.isBuffer(data) ? data : data.buffer
}
