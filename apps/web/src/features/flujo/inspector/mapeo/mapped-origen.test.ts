import type { TipoDato } from '@div/contract'
import { expect, test } from 'vitest'
import type { Source } from '../../datos/list-sources.ts'
import { matchFields } from '../../datos/match-fields.ts'
import { fieldsOf } from '../../datos/source-fields.ts'
import type { Origen } from '../origen.ts'
import {
  applyMatches,
  mapTo,
  matchSources,
  mismatchOf,
  readMapped,
  rowsOf,
  takes,
  typedPlaces,
  withConversion,
  withoutConversion,
} from './mapped-origen.ts'

const source = (nodo: string, muestra: unknown, isItem = false): Source => ({
  nodo,
  nombre: `El ${nodo}`,
  tipoNodo: 'proceso',
  muestra,
  campos: fieldsOf([], muestra),
  ...(isItem && { isItem: true as const }),
})
const ROWS = source('n2', { filas: [{ nombre: 'Astrid', total: '7.5' }], total: 1 })
const ITEM = source('elemento', { precio: 2 }, true)
const SOURCES = [ROWS, ITEM]

test.each<[Origen, object | null]>([
  [{ valor: 7 }, null],
  [{}, null],
  [{ expresion: 'MAYUSCULAS(n2.total)' }, null],
  [{ expresion: 'n2.total + 1' }, null],
  [{ valorAsignado: { nodo: 'n2', ruta: 'total' } }, { source: ROWS, field: { tipo: 'entero', muestra: 1 } }],
  [{ valorAsignado: { nodo: 'n9', ruta: 'x' } }, { source: undefined, nodo: 'n9', ruta: 'x' }],
  [{ valorAsignado: { nodo: 'n2', ruta: 'filas[3].nombre' } }, { field: { ruta: 'filas[0].nombre' } }],
  [{ expresion: 'elemento.precio' }, { source: ITEM, ruta: 'precio', conversion: null }],
  [
    { expresion: 'TRUNCAR(NUMERO(n2.filas[0].total))' },
    { ruta: 'filas[0].total', conversion: { tipo: 'entero' } },
  ],
])('%j is shown as %j', (origen, expected) => {
  const mapped = readMapped(origen, SOURCES)
  if (expected === null) expect(mapped).toBeNull()
  else expect(mapped).toMatchObject(expected)
})

test.each<[TipoDato | undefined, string, TipoDato | null]>([
  [undefined, 'filas[0].nombre', null],
  ['texto', 'filas[0].nombre', null],
  ['decimal', 'total', null],
  ['decimal', 'filas[0].total', 'decimal'],
  ['texto', 'filas', 'texto'],
])('where %s is wanted %s is converted to %s, and back', (wanted, ruta, expected) => {
  const origen = mapTo(ROWS, { ruta })
  const mapped = readMapped(origen, SOURCES)
  const mismatch = mismatchOf(wanted, mapped)
  expect(mismatch?.conversion?.tipo ?? null).toBe(expected)
  if (mapped === null || !mismatch?.conversion) return
  const converted = readMapped(withConversion(mapped, mismatch.conversion), SOURCES)
  expect(mismatchOf(wanted, converted)).toBeNull()
  if (converted) expect(withoutConversion(converted)).toEqual(origen)
})

test('a mismatch that nothing converts is told all the same', () => {
  expect(mismatchOf('fecha', readMapped(mapTo(ROWS, { ruta: 'total' }), SOURCES))).toEqual({
    wanted: 'fecha',
    given: 'entero',
    conversion: null,
  })
  expect(takes('fecha', { tipo: 'entero' })).toBe('imposible')
  expect(takes('texto', { tipo: 'objeto' })).toBe('convertible')
})

test('what is matched by name fills the rows that are there, makes those that are not, and converts', () => {
  const tipos = new Map<string, TipoDato>([['total', 'texto']])
  const targets = [{ nombre: 'Nombre' }, { nombre: 'total', tipo: 'texto' as const }, { nombre: 'otro' }]
  const matches = matchFields(targets, matchSources(SOURCES))
  expect(applyMatches([{ nombre: 'total', tipo: 'texto', valor: 1 }], tipos, matches)).toEqual([
    { nombre: 'total', tipo: 'texto', valorAsignado: { nodo: 'n2', ruta: 'filas[0].total' } },
    { nombre: 'Nombre', valorAsignado: { nodo: 'n2', ruta: 'filas[0].nombre' } },
  ])
})

test('all fields of an object become rows, but those that have one', () => {
  const [filas] = ROWS.campos
  const fields = filas?.campos[0]?.campos ?? []
  expect(rowsOf([{ nombre: 'total' }], ROWS, fields, { withTipo: true })).toEqual([
    { nombre: 'nombre', tipo: 'texto', valorAsignado: { nodo: 'n2', ruta: 'filas[0].nombre' } },
  ])
})

test.each([
  ['n2.filas[1].x', [['n2', 'filas[1].x']]],
  [
    'filas[1].x',
    [
      ['n2', 'filas[1].x'],
      ['elemento', 'filas[1].x'],
    ],
  ],
  ['dos palabras', []],
])('typing %s offers %j', (typed, expected) => {
  expect(typedPlaces(typed, SOURCES).map(({ source: { nodo }, ruta }) => [nodo, ruta])).toEqual(expected)
})
