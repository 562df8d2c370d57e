import type { NodoEnVivo, Paso } from '@div/contract'
import { expect, test } from 'vitest'
import { findChanged, summarizePasos } from './summarize-pasos.ts'

const paso = (fields: Partial<Paso>): Paso => ({
  nodo: 'a',
  estado: 'ok',
  inicio: 100,
  duracionMs: 5,
  intentos: 1,
  ...fields,
})
const nodo = (fields: Partial<NodoEnVivo>): NodoEnVivo => ({
  nodo: 'a',
  estado: 'ok',
  inicio: 1_100,
  duracionMs: 5,
  veces: 1,
  elementos: null,
  ramas: { '': 1 },
  ...fields,
})
const ROWS = { filas: [] }
const COUNTS = new WeakMap<object, number>([[ROWS, 12]])

test.each<[string, Paso[], Paso[], NodoEnVivo]>([
  ['that ended', [paso({})], [], nodo({})],
  ['that put out rows', [paso({ salida: ROWS })], [], nodo({ elementos: 12 })],
  ['that failed', [paso({ estado: 'error' })], [], nodo({ estado: 'error', ramas: {} })],
  [
    'that failed and went on by its error handle',
    [paso({ estado: 'error', rama: 'error' })],
    [],
    nodo({ estado: 'error', ramas: { error: 1 } }),
  ],
  ['that chose', [paso({ rama: 'si' })], [], nodo({ ramas: { si: 1 } })],
  [
    'that was left out',
    [paso({ estado: 'omitido', duracionMs: 0 })],
    [],
    nodo({ estado: 'omitido', duracionMs: 0, veces: 0, ramas: {} }),
  ],
  [
    'of which several items ended, one of them badly',
    [paso({}), paso({ estado: 'error' }), paso({ iteraciones: 10, duracionMs: 50 })],
    [],
    nodo({ estado: 'error', duracionMs: 60, veces: 12, ramas: { '': 11 } }),
  ],
])('a node %s', (_what, pasos, open, expected) => {
  const summary = summarizePasos(pasos, { open: new Set(open), now: 200, shiftMs: 1_000, counts: COUNTS })
  expect([...summary.values()]).toEqual([expected])
})

test('a node that goes on is told with the time that has passed', () => {
  const going = paso({ duracionMs: 0 })
  const summary = summarizePasos([going], {
    open: new Set([going]),
    now: 130,
    shiftMs: 1_000,
    counts: COUNTS,
  })
  expect(summary.get('a')).toEqual(nodo({ estado: 'ejecutando', duracionMs: 30, veces: 0, ramas: {} }))
})

test('only what has come further is told again; time passes by itself', () => {
  const before = new Map([
    ['a', nodo({ estado: 'ejecutando', veces: 0 })],
    ['b', nodo({ nodo: 'b' })],
    ['c', nodo({ nodo: 'c', veces: 1 })],
  ])
  const after = new Map([
    ['a', nodo({ estado: 'ejecutando', veces: 0, duracionMs: 900 })],
    ['b', nodo({ nodo: 'b' })],
    ['c', nodo({ nodo: 'c', veces: 2 })],
    ['d', nodo({ nodo: 'd' })],
  ])
  expect(findChanged(before, after).map((each) => each.nodo)).toEqual(['c', 'd'])
})
