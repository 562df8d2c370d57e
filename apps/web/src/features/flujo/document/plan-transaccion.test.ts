import { type Flujo, type Nodo, newFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { applyCommand } from './flujo-command.ts'
import type { ChangePlan } from './plan-change.ts'
import {
  freeTransaccion,
  otherServidorOf,
  planAislamiento,
  planTransaccion,
  transaccionesOf,
} from './plan-transaccion.ts'

const call = (id: string, fields: Partial<Nodo> = {}): Nodo => ({
  id,
  tipo: 'proceso',
  nombre: id,
  posicion: { x: 0, y: 0 },
  parametros: [],
  servidorId: 's1',
  ...fields,
})
const [A, B, C] = [
  call('a', { transaccion: 'pedido', aislamiento: 'serializable' }),
  call('b'),
  call('c', { servidorId: 's2', transaccion: 'transaccion1' }),
] as const
const FLUJO: Flujo = { ...newFlujo(), nodos: [A, B, C] }

function after(plan: ChangePlan): Flujo {
  if (plan === null) throw new Error('there is something to change')
  return applyCommand(FLUJO, plan)
}

test('the transactions of a servidor are those of its nodes', () => {
  expect(transaccionesOf(FLUJO, 's1')).toEqual([
    { nombre: 'pedido', aislamiento: 'serializable', miembros: [A] },
  ])
  expect(freeTransaccion(FLUJO)).toBe('transaccion2')
})

test.each([
  ['s1', 'transaccion1', 's2'],
  ['s1', 'pedido', null],
  ['s2', 'pedido', 's1'],
  ['s1', 'otra', null],
])('for a node of %s, %s is of %s', (servidorId, nombre, expected) => {
  expect(otherServidorOf(FLUJO, { servidorId, nombre })).toBe(expected)
})

test('a node that joins one takes its isolation level, and leaves it behind when it goes', () => {
  const joined = after(planTransaccion(FLUJO, B, 'pedido'))
  expect(joined.nodos[1]).toEqual({ ...B, transaccion: 'pedido', aislamiento: 'serializable' })
  expect(after(planTransaccion(FLUJO, A, null)).nodos[0]).toEqual(call('a'))
})

test('an isolation level is said at all nodes of the transaction, and at no other', () => {
  const both: Flujo = { ...FLUJO, nodos: [A, { ...B, transaccion: 'pedido' }, C] }
  const plan = planAislamiento(both, A, 'lecturaRepetible')
  const { nodos } = plan ? applyCommand(both, plan) : both
  expect(nodos.map(({ aislamiento }) => aislamiento)).toEqual([
    'lecturaRepetible',
    'lecturaRepetible',
    undefined,
  ])
})
