import { expect, test } from 'vitest'
import { costOf } from './cost-of.ts'

const TARIFA = {
  entradaPorMillon: '0.15',
  salidaPorMillon: '0.6',
  cacheadaPorMillon: '0.075',
  embeddingsPorMillon: null,
}
const uso = (entrada: number, salida = 0, cacheada = 0) => ({ entrada, salida, cacheada })

test.each([
  ['one token', 'texto', uso(1), TARIFA, '0.00000015'],
  ['a million', 'texto', uso(1_000_000), TARIFA, '0.15'],
  ['what goes in and what comes out', 'texto', uso(1_000, 500), TARIFA, '0.00045'],
  ['what the service had read before', 'texto', uso(1_000, 0, 400), TARIFA, '0.00012'],
  [
    'the same where it is not cheaper',
    'texto',
    uso(1_000, 0, 400),
    { ...TARIFA, cacheadaPorMillon: null },
    '0.00015',
  ],
  ['vectors, as what goes in', 'vectores', uso(1_000), TARIFA, '0.00015'],
  [
    'vectors, at their own price',
    'vectores',
    uso(1_000),
    { ...TARIFA, embeddingsPorMillon: '0.02' },
    '0.00002',
  ],
  ['nothing', 'texto', uso(0), TARIFA, '0'],
  ['whole units', 'texto', uso(0, 1_000_000), { ...TARIFA, salidaPorMillon: '10' }, '10'],
  [
    'more than a number holds',
    'texto',
    uso(999_999_999, 1),
    { ...TARIFA, entradaPorMillon: '999999999.999999' },
    '999999998999.999000600001',
  ],
] as const)('%s', (_, clase, used, tarifa, cost) => {
  expect(costOf(clase, used, tarifa)).toBe(cost)
})
