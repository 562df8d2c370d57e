import type { NodoEnVivo, Paso } from '@div/contract'
import { describe, expect, test } from 'vitest'
import { flowOf, type NodoRun, runsOf } from './nodo-run.ts'

const paso = (fields: Partial<Paso>): Paso => ({
  nodo: 'a',
  estado: 'ok',
  inicio: 0,
  duracionMs: 3,
  intentos: 1,
  ...fields,
})
const ERROR = { codigo: 'TIEMPO_AGOTADO', mensaje: 'No contestó en 5 s.', nodo: 'a' }
const shown = (pasos: readonly Paso[]) =>
  runsOf({ resultado: { pasos }, enVivo: null, fijados: {}, stale: new Set() }).get('a')

test.each<[string, Paso[], Partial<NodoRun>]>([
  ['with rows', [paso({ salida: { filas: [1, '… 11 más'] } })], { text: '3 ms · 12 filas', elementos: 12 }],
  ['with one row', [paso({ salida: { filas: [1] } })], { text: '3 ms · 1 fila' }],
  ['with a value', [paso({ salida: 7 })], { text: '3 ms', elementos: null, ramas: { '': 1 } }],
  ['left out', [paso({ estado: 'omitido' })], { estado: 'omitido', text: 'Omitido', ramas: {} }],
  ['that failed', [paso({ estado: 'error' })], { estado: 'error', ramas: {} }],
  [
    'that says why',
    [paso({ estado: 'error', error: ERROR })],
    { text: 'TIEMPO_AGOTADO · 3 ms', error: ERROR },
  ],
  ['that was cancelled', [paso({ estado: 'cancelado' })], { estado: 'cancelado', text: 'Cancelado · 3 ms' }],
  ['that failed by its handle', [paso({ estado: 'error', rama: 'error' })], { ramas: { error: 1 } }],
  [
    'of items',
    [paso({}), paso({ estado: 'error' }), paso({ iteraciones: 8, duracionMs: 4 })],
    { estado: 'error', text: '10 ms · 10 veces', ramas: { '': 9 } },
  ],
])('a node %s', (_what, pasos, expected) => {
  expect(shown(pasos)).toMatchObject(expected)
})

describe('while it goes on', () => {
  const nodo: NodoEnVivo = {
    nodo: 'a',
    estado: 'ejecutando',
    duracionMs: 9,
    inicio: 0,
    veces: 0,
    elementos: null,
    ramas: {},
  }
  test.each<[Partial<NodoEnVivo>, string]>([
    [{}, 'Ejecutando…'],
    [{ veces: 4 }, 'Ejecutando… · 4 veces'],
    [{ estado: 'ok', veces: 1, elementos: 12 }, '9 ms · 12 elementos'],
    [{ estado: 'omitido' }, 'Omitido'],
    [{ estado: 'cancelado' }, 'Cancelado · 9 ms'],
  ])('%o says «%s»', (fields, text) => {
    const enVivo = new Map([['a', { ...nodo, ...fields }]])
    expect(
      runsOf({ resultado: { pasos: [paso({})] }, enVivo, fijados: {}, stale: new Set() }).get('a')?.text,
    ).toBe(text)
  })
})

test('what is pinned is known without a run, and with one', () => {
  const fijados = { a: 1, b: 2 }
  const runs = runsOf({ resultado: { pasos: [paso({})] }, enVivo: null, fijados, stale: new Set() })
  expect([runs.get('a'), runs.get('b')]).toMatchObject([
    { estado: 'ok', fijado: true },
    { estado: null, fijado: true },
  ])
})

test.each<[Partial<NodoRun> | undefined, Partial<NodoRun> | undefined, string, number | null]>([
  [undefined, undefined, '', null],
  [{ ramas: { '': 1 } }, { estado: 'ok' }, '', 1],
  [{ ramas: { '': 1 }, elementos: 12 }, { estado: 'ok' }, '', 12],
  [{ ramas: { si: 1 } }, { estado: 'ok' }, 'si', 1],
  [{ ramas: { si: 1 } }, { estado: 'omitido' }, 'otro', null],
  [{ ramas: { '': 1 }, elementos: 3 }, { ramas: { '': 2, error: 1 } }, 'elemento', 3],
  [{ estado: null }, { estado: 'ok' }, '', null],
])('from %o to %o by «%s» went %s', (origen, destino, salida, count) => {
  const whole = (run: Partial<NodoRun> | undefined): NodoRun | undefined =>
    run && { estado: 'ok', text: '', ramas: {}, elementos: null, fijado: false, ...run }
  expect(flowOf(whole(origen), whole(destino), salida)).toBe(count)
})

test('what was changed since says that what it shows is of before', () => {
  const runs = runsOf({ resultado: { pasos: [paso({})] }, enVivo: null, fijados: {}, stale: new Set(['a']) })
  expect(runs.get('a')).toMatchObject({ isStale: true, text: 'De antes del cambio' })
})
