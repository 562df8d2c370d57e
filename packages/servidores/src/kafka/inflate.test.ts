import { compressionsAlgorithms, compressionsAlgorithmsByBitmask } from '@platformatic/kafka'
import { expect, test } from 'vitest'
import { boundInflation, inflateWithin } from './inflate.ts'

boundInflation(compressionsAlgorithms)

const CODECS = ['gzip', 'snappy', 'lz4', 'zstd'] as const
/** What does not repeat, and what does, in long runs and in short ones. */
const content = Buffer.concat([
  Buffer.from(Array.from({ length: 70_000 }, (_, n) => (n * n * 7 + (n >> 3) * 13) & 0xff)),
  Buffer.alloc(900_000),
  Buffer.from('pedido '.repeat(5_000)),
  Buffer.from('fin'),
])

const within = (maximoBytes: number, codec: (typeof CODECS)[number], ...packed: Buffer[]) =>
  inflateWithin({ maximoBytes, refuse: () => new Error('too much') }, () =>
    packed.map(
      // As the driver looks for it.
      (each) => compressionsAlgorithmsByBitmask[compressionsAlgorithms[codec].bitmask]?.decompressSync(each),
    ),
  )

test.each(CODECS)('%s inflates what fits in its answer, to the byte, and nothing more', (codec) => {
  for (const each of [content, Buffer.from('a'), content.subarray(0, 70_000)]) {
    const packed = compressionsAlgorithms[codec].compressSync(each)
    expect(within(each.length, codec, packed)[0]?.equals(each)).toBe(true)
    if (each.length > 1) expect(() => within(each.length - 1, codec, packed)).toThrow('too much')
  }
  // All batches of an answer count together.
  const packed = compressionsAlgorithms[codec].compressSync(content)
  expect(within(2 * content.length, codec, packed, packed)).toHaveLength(2)
  expect(() => within(2 * content.length - 1, codec, packed, packed)).toThrow('too much')
})

test('pieces of Snappy, as clients in Java write them, count together', () => {
  const packed = compressionsAlgorithms.snappy.compressSync(content)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(packed.length)
  const head = Buffer.concat([Buffer.from('\x82SNAPPY\0', 'latin1'), Buffer.from([0, 0, 0, 1, 0, 0, 0, 1])])
  const pieces = Buffer.concat([head, length, packed, length, packed])
  expect(within(2 * content.length, 'snappy', pieces)[0]?.length).toBe(2 * content.length)
  expect(() => within(2 * content.length - 1, 'snappy', pieces)).toThrow('too much')
})

test.each(CODECS)('what is not of %s is refused as such', (codec) => {
  for (const broken of [
    Buffer.alloc(20, 0xff),
    compressionsAlgorithms[codec].compressSync(content).subarray(0, 9),
  ])
    expect(() => within(1_000_000_000, codec, broken)).toThrow(/^(?!too much)/)
})
