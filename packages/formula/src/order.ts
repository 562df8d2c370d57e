import { Decimal } from 'decimal.js'
import { collator, isNothing, momentOf, toDecimal } from './values.ts'

/*
 * The one order in which lists are sorted, whatever they hold: numbers and the texts that write one, other texts as in a dictionary,
 * FALSO, VERDADERO, days and instants, and then what has no order of its own (lists, objects, binaries), which stays as it came. Null is
 * last in either direction. Comparing (`<`, MAX) knows no order between a number and a text; sorting has to put each somewhere.
 */

const RANKS = { numero: 0, texto: 1, booleano: 2, fecha: 3, otro: 4, nulo: 5 } as const

/** A value as sorting sees it: made once for each item, and not for each comparison. */
export interface SortKey {
  rank: (typeof RANKS)[keyof typeof RANKS]
  value: number | string
}

export function sortKeyOf(value: unknown): SortKey {
  if (isNothing(value)) return { rank: RANKS.nulo, value: 0 }
  if (typeof value === 'boolean') return { rank: RANKS.booleano, value: Number(value) }
  const decimal = toDecimal(value)
  if (decimal !== undefined) return { rank: RANKS.numero, value: decimal }
  if (typeof value === 'string') return { rank: RANKS.texto, value }
  const epochMs = momentOf(value)
  return Number.isNaN(epochMs) ? { rank: RANKS.otro, value: 0 } : { rank: RANKS.fecha, value: epochMs }
}

export function compareSortKeys(left: SortKey, right: SortKey, sign: 1 | -1 = 1): number {
  if (left.rank !== right.rank) {
    const isNull = left.rank === RANKS.nulo || right.rank === RANKS.nulo
    return (left.rank - right.rank) * (isNull ? 1 : sign)
  }
  return compareWithin(left, right) * sign
}

function compareWithin({ rank, value: left }: SortKey, { value: right }: SortKey): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return rank === RANKS.texto ? collator.compare(String(left), String(right)) : new Decimal(left).cmp(right)
}
