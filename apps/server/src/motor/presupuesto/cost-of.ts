import type { Pedido, Uso } from '@div/servidores'
import type { Row } from '../../db/tables.ts'

/** What a model costs, as decimal texts. */
export type Tarifa = Pick<
  Row<'aiPrecios'>,
  'entradaPorMillon' | 'salidaPorMillon' | 'cacheadaPorMillon' | 'embeddingsPorMillon'
>

const DECIMALS = 6

/** To the last millionth of a millionth: a price has six decimals, and stands for a million of tokens. */
export function costOf(clase: Pedido['clase'], { entrada, cacheada, salida }: Uso, tarifa: Tarifa): string {
  const perInput =
    clase === 'vectores' ? (tarifa.embeddingsPorMillon ?? tarifa.entradaPorMillon) : tarifa.entradaPorMillon
  const cached = Math.min(cacheada, entrada)
  return formatParts(
    BigInt(entrada - cached) * toParts(perInput) +
      BigInt(cached) * toParts(tarifa.cacheadaPorMillon ?? perInput) +
      BigInt(salida) * toParts(tarifa.salidaPorMillon),
  )
}

/** In millionths. */
function toParts(price: string): bigint {
  const [whole = '0', decimals = ''] = price.split('.')
  return BigInt(whole + decimals.padEnd(DECIMALS, '0').slice(0, DECIMALS))
}

function formatParts(parts: bigint): string {
  const text = String(parts).padStart(2 * DECIMALS + 1, '0')
  return `${text.slice(0, -2 * DECIMALS)}.${text.slice(-2 * DECIMALS)}`.replace(/\.?0+$/, '')
}
