import type { NodoEnVivo } from '@div/contract'
import { expect, test } from 'vitest'
import { growNodos, hearEvento, NOTHING_HEARD } from './live-pasos.ts'

const nodo = (fields: Partial<NodoEnVivo>): NodoEnVivo => ({
  nodo: 'a',
  estado: 'ejecutando',
  inicio: 100,
  duracionMs: 5,
  veces: 0,
  elementos: null,
  ramas: {},
  ...fields,
})

test('what goes on grows by itself; what has ended stays as it was told', () => {
  const first = hearEvento(
    NOTHING_HEARD,
    { tipo: 'avance', nodos: [nodo({}), nodo({ nodo: 'b', estado: 'ok', inicio: 50 })] },
    1_000,
  )
  const shown = growNodos(first, 1_200).map(({ nodo: id, duracionMs }) => [id, duracionMs])
  expect(shown).toEqual([
    ['b', 5],
    ['a', 205],
  ])
})

test('a node that is not told of again goes on from where it was', () => {
  const first = hearEvento(NOTHING_HEARD, { tipo: 'avance', nodos: [nodo({})] }, 1_000)
  const second = hearEvento(first, { tipo: 'avance', nodos: [nodo({ nodo: 'c', duracionMs: 1 })] }, 1_300)
  expect(growNodos(second, 1_400).map(({ duracionMs }) => duracionMs)).toEqual([405, 101])
})

test('what begins and ends is no news of a node', () => {
  const ended = { tipo: 'fin', estado: 'ok', duracionMs: 9 } as const
  expect(hearEvento(NOTHING_HEARD, ended, 1)).toBe(NOTHING_HEARD)
})
