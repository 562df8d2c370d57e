import { LIMITS } from '@div/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Estructura, estructuraToFormula, formulaToEstructura } from './estructura-formula.ts'
import { computingWith } from './muestras.ts'

const read = (expresion: string) => formulaToEstructura(expresion, LIMITS)

describe('a formula that says its value part by part', () => {
  test.each<[string, Estructura]>([
    ['{}', { clase: 'objeto', campos: [] }],
    [
      '{ calle: n1.calle; "@tipo": "casa"; piso: -3; alta: NULO; resto: (n1.a + 1) }',
      {
        clase: 'objeto',
        campos: [
          { nombre: 'calle', origen: { expresion: 'n1.calle' } },
          { nombre: '@tipo', origen: { valor: 'casa' } },
          { nombre: 'piso', origen: { valor: -3 } },
          { nombre: 'alta', origen: { valor: null } },
          { nombre: 'resto', origen: { expresion: 'n1.a + 1' } },
        ],
      },
    ],
    [
      'mapear(n1.lineas, { importe: elemento.total })',
      {
        clase: 'cada',
        lista: { expresion: 'n1.lineas' },
        elemento: { expresion: '{ importe: elemento.total }' },
      },
    ],
    ['MAPEAR([]; NULO)', { clase: 'cada', lista: {}, elemento: {} }],
    ['[1; NULO; n1.a]', { clase: 'lista', elementos: [{ valor: 1 }, {}, { expresion: 'n1.a' }] }],
  ])('%s', (expresion, estructura) => {
    expect(read(expresion)).toEqual(estructura)
  })

  test.each(['n1.a', '"texto"', 'MAPEAR(n1.a)', 'SUMA(n1.a; 1)', '{ a: 1; a: 2 }', '{ a: ', '{} & "x"'])(
    '%s is none',
    (expresion) => {
      expect(read(expresion)).toBeNull()
    },
  )
})

const origen = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'añ"\\ \n;}'), maxLength: 5 }).map((valor) => ({ valor })),
  fc.integer().map((valor) => ({ valor })),
  fc.boolean().map((valor) => ({ valor })),
  fc
    .constantFrom('n1.a', 'n1["b c"][0]', 'elemento', 'SI(n1.a > 1; "x"; 2)')
    .map((expresion) => ({ expresion })),
)
const nombre = fc.string({ unit: fc.constantFrom(...'añºиyY_$@#"\\ 1'), minLength: 1, maxLength: 4 })
const estructura: fc.Arbitrary<Estructura> = fc.oneof(
  fc
    .uniqueArray(fc.record({ nombre, origen }), { selector: (each) => each.nombre, maxLength: 4 })
    .map((campos) => ({
      clase: 'objeto' as const,
      campos,
    })),
  fc.array(origen, { maxLength: 4 }).map((elementos) => ({ clase: 'lista' as const, elementos })),
  fc.record({
    clase: fc.constant('cada' as const),
    lista: fc.constant({ expresion: 'n1.lista' }),
    elemento: origen,
  }),
)

test('what is written is read as it was, and again within others', () => {
  fc.assert(
    fc.property(estructura, (inner) => {
      const expresion = estructuraToFormula(inner)
      expect(read(expresion)).toEqual(inner)
      const outer: Estructura = { clase: 'objeto', campos: [{ nombre: 'dentro', origen: { expresion } }] }
      expect(read(estructuraToFormula(outer))).toEqual(outer)
    }),
  )
})

test('what nobody has given a value yet is left out of an object, and null in a list', () => {
  const campos = [
    { nombre: 'a', origen: {} },
    { nombre: 'b', origen: { expresion: ' ' } },
    { nombre: 'c', origen: { valorAsignado: { nodo: 'n1', ruta: '["x y"]' } } },
    { nombre: 'd', origen: { valor: { e: [1, null] } } },
  ]
  expect(estructuraToFormula({ clase: 'objeto', campos })).toBe('{ c: n1["x y"]; d: {"e": [1; NULO]} }')
  expect(estructuraToFormula({ clase: 'lista', elementos: [{}] })).toBe('[NULO]')
  expect(estructuraToFormula({ clase: 'cada', lista: {}, elemento: {} })).toBe('MAPEAR([]; NULO)')
})

test('it comes to a value of each part, and of each element', () => {
  const { computeOrigen } = computingWith()
  const muestras = { salidas: new Map([['n1', { lineas: [{ total: 2 }, { total: 3 }] }]]) }
  const elemento = estructuraToFormula({
    clase: 'objeto',
    campos: [
      { nombre: '@n', origen: { expresion: 'indice + 1' } },
      { nombre: 'importe', origen: { expresion: 'elemento.total' } },
    ],
  })
  const expresion = estructuraToFormula({
    clase: 'cada',
    lista: { valorAsignado: { nodo: 'n1', ruta: 'lineas' } },
    elemento: { expresion: elemento },
  })
  expect(computeOrigen({ expresion }, muestras)).toEqual({
    clase: 'valor',
    valor: [
      { '@n': 1, importe: 2 },
      { '@n': 2, importe: 3 },
    ],
  })
})
