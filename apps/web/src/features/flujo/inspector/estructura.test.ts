import { computingWith } from '@div/nodos/muestras'
import { describe, expect, test } from 'vitest'
import { type Forma, fitsForma, formaIn, initialEstructura, putCampo } from './estructura.ts'

const { estructuraToFormula } = computingWith()
const CALLE = { nombre: 'calle', tipo: 'texto' as const }
const OBJETO: Forma = { tipo: 'objeto', campos: [CALLE] }

describe('a declared value has parts', () => {
  test.each([
    [undefined, null],
    [CALLE, null],
    [{ nombre: 'x', tipo: 'objeto' as const, campos: [] }, null],
    [{ nombre: 'x', tipo: 'lista' as const }, null],
    [{ nombre: 'x', tipo: 'objeto' as const, campos: [CALLE] }, OBJETO],
    [
      { nombre: 'x', tipo: 'lista' as const, elemento: CALLE },
      { tipo: 'lista', elemento: CALLE },
    ],
  ])('%j: %j', (declared, forma) => {
    expect(formaIn(declared)).toEqual(forma)
  })
})

test.each<[string, Forma, string]>([
  ['an object', OBJETO, '{}'],
  ['a list of texts', { tipo: 'lista', elemento: CALLE }, 'MAPEAR(n1.x; elemento)'],
  [
    'a list of objects',
    { tipo: 'lista', elemento: { nombre: '', ...OBJETO, campos: [CALLE] } },
    'MAPEAR(n1.x; {})',
  ],
  [
    'a list of lists',
    { tipo: 'lista', elemento: { nombre: '', tipo: 'lista', elemento: CALLE } },
    'MAPEAR(n1.x; MAPEAR([]; elemento))',
  ],
])('%s begins with nothing said', (_, forma, expected) => {
  const begun = initialEstructura(forma, estructuraToFormula, { expresion: 'n1.x' })
  expect(estructuraToFormula(begun)).toBe(expected)
  expect(fitsForma(begun, forma.tipo)).toBe(true)
})

test('a field keeps its place, comes last when it is new, and goes', () => {
  const campos = [
    { nombre: 'a', origen: { valor: 1 } },
    { nombre: 'b', origen: { valor: 2 } },
  ]
  expect(putCampo(campos, 'a', { valor: 3 }).map(({ origen }) => origen.valor)).toEqual([3, 2])
  expect(putCampo(campos, 'c', { valor: 3 }).map(({ nombre }) => nombre)).toEqual(['a', 'b', 'c'])
  expect(putCampo(campos, 'a', null).map(({ nombre }) => nombre)).toEqual(['b'])
})
