import type { Flujo } from '@div/contract'
import { expect, test } from 'vitest'
import { startHistory } from '../document/flujo-history.ts'
import { staleNodos } from './stale-nodos.ts'

const nodo = (id: string, fields = {}) => ({
  id,
  tipo: 'transformacion' as const,
  nombre: id,
  posicion: { x: 0, y: 0 },
  parametros: [],
  ...fields,
})
const PROBADO: Flujo = {
  version: 1,
  nodos: ['a', 'b', 'c', 'x'].map((id) => nodo(id)),
  conexiones: [
    { id: '1', origen: 'a', destino: 'b' },
    { id: '2', origen: 'b', destino: 'c' },
    { id: '3', origen: 'a', destino: 'x' },
  ],
}
const changing = (id: string, fields: object): Flujo => ({
  ...PROBADO,
  nodos: PROBADO.nodos.map((each) => (each.id === id ? { ...each, ...fields } : each)),
})
const staleOf = (flujo: Flujo, probado: Flujo | null = PROBADO) =>
  [...staleNodos({ probado, history: startHistory(flujo) })].toSorted()

test.each<[string, Flujo, string[]]>([
  ['nothing', PROBADO, []],
  ['a node and what comes after it', changing('b', { parametros: [{ nombre: 'x', valor: 1 }] }), ['b', 'c']],
  ['no node that only moved', changing('b', { posicion: { x: 9, y: 9 } }), []],
  ['no node that is only called otherwise', changing('b', { nombre: 'Otro', nota: 'x' }), []],
  [
    'what another line leads to',
    { ...PROBADO, conexiones: PROBADO.conexiones.filter(({ id }) => id !== '1') },
    ['b', 'c'],
  ],
])('of a run that was tried, %s is of before', (_what, flujo, expected) => {
  expect(staleOf(flujo)).toEqual(expected)
})

test('what undoes a node is of before once the drawing asks otherwise whether anything is undone', () => {
  const probado: Flujo = {
    ...PROBADO,
    compensacion: 'enError',
    conexiones: PROBADO.conexiones.map((each) => (each.id === '3' ? { ...each, salida: 'compensar' } : each)),
  }
  const { compensacion: _never, ...never } = probado
  expect(staleOf(never, probado)).toEqual(['x'])
  expect(staleOf({ ...probado, compensacion: 'enErrorOCancelacion' }, probado)).toEqual(['x'])
  expect(staleOf({ ...probado }, probado)).toEqual([])
})

test('of a run of the history nothing is said, and of a change that is undone neither', () => {
  expect(staleOf(changing('b', { lista: 1 }), null)).toEqual([])
  expect(staleOf(changing('b', {}))).toEqual([])
})

test('the same nodes are the same set, whatever is typed', () => {
  const ask = (flujo: Flujo) => staleNodos({ probado: PROBADO, history: startHistory(flujo) })
  const drawn = changing('b', { lista: 1 })
  expect(ask(changing('b', { lista: 2 }))).toBe(ask(drawn))
})

test('all who ask of one drawing get the answer of the first', () => {
  const drawn = changing('b', { lista: 1 })
  let looked = 0
  const counted = {
    ...drawn,
    get nodos() {
      looked++
      return drawn.nodos
    },
  }
  const ask = () => staleNodos({ probado: PROBADO, history: startHistory(counted) })
  const first = ask()
  const once = looked
  expect(ask()).toBe(first)
  expect(looked).toBe(once)
})
