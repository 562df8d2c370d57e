import { expect, test } from 'vitest'
import { type Lote, readLotes } from './lote.ts'

const loteOf = (first: number, values: string[], changes: Partial<Lote> = {}): Lote => ({
  firstOffset: BigInt(first),
  lastOffsetDelta: values.length - 1,
  attributes: 0,
  firstTimestamp: 1_000n,
  maxTimestamp: 2_000n,
  producerId: -1n,
  records: values.map((value, index) => ({
    offsetDelta: index,
    timestampDelta: BigInt(index),
    key: null,
    value: Buffer.from(value),
    headers: [],
  })),
  ...changes,
})
/** The mark that ends a transaction: its version, then what becomes of it. */
const mark = (first: number, producerId: bigint, ending: 'abort' | 'commit'): Lote => {
  const [record] = loteOf(first, ['']).records
  const key = Buffer.of(0, 0, 0, ending === 'abort' ? 0 : 1)
  return loteOf(first, [''], {
    attributes: 0b11_0000,
    producerId,
    records: record ? [{ ...record, key }] : [],
  })
}
const within = (first: number, values: string[], producerId: bigint) =>
  loteOf(first, values, { attributes: 0b1_0000, producerId })

test.each<
  readonly [
    what: string,
    lotes: Lote[],
    abortadas: [bigint, number][],
    desde: number,
    read: string[],
    next: number,
  ]
>([
  ['what comes before is left out', [loteOf(5, ['a', 'b', 'c'])], [], 6, ['b', 'c'], 8],
  ['nothing', [], [], 6, [], 6],
  [
    'what was taken back is left out, what the same producer does then is not',
    [
      within(0, ['a'], 7n),
      within(1, ['b'], 8n),
      mark(2, 7n, 'abort'),
      within(3, ['c'], 7n),
      mark(4, 7n, 'commit'),
    ],
    [[7n, 0]],
    0,
    ['b', 'c'],
    5,
  ],
  ['only marks', [mark(3, 7n, 'commit')], [], 3, [], 4],
  ['a transaction that began earlier', [within(4, ['x'], 7n), mark(5, 7n, 'abort')], [[7n, 1]], 4, [], 6],
  ['what is of no transaction stays', [loteOf(0, ['a'], { producerId: 7n })], [[7n, 0]], 0, ['a'], 1],
])('%s', (_what, lotes, abortadas, desde, read, next) => {
  const { mensajes, siguiente } = readLotes({
    particion: 3,
    desde: BigInt(desde),
    lotes,
    abortadas: abortadas.map(([producerId, first]) => ({ producerId, firstOffset: BigInt(first) })),
  })
  expect(mensajes.map(({ valor }) => valor?.toString())).toEqual(read)
  expect(siguiente).toBe(BigInt(next))
})

test('a message is told with its place and its time, or that of the log', () => {
  const { mensajes } = readLotes({ particion: 3, desde: 0n, lotes: [loteOf(5, ['a', 'b'])], abortadas: [] })
  expect(mensajes[1]).toMatchObject({ particion: 3, desplazamiento: 6n, fecha: 1_001 })
  const ofLog = readLotes({
    particion: 3,
    desde: 0n,
    lotes: [loteOf(5, ['a'], { attributes: 8 })],
    abortadas: [],
  })
  expect(ofLog.mensajes[0]).toMatchObject({ fecha: 2_000 })
})
