import { type Flujo, type Nodo, newFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { applyCommand, type Posicion } from './flujo-command.ts'
import { planSplicePlaced } from './plan-splice-placed.ts'

const BASE = newFlujo()
const loose = (fields: Partial<Nodo> = {}): Nodo => ({
  id: 'n3',
  tipo: 'transformacion',
  nombre: 'Suelto',
  posicion: { x: 0, y: 400 },
  parametros: [],
  ...fields,
})

function linesAfter(nodo: Nodo, at: Posicion): readonly string[] | null {
  const [entrada, salida] = BASE.nodos
  if (!entrada || !salida) throw new Error('a flujo begins with both')
  const flujo: Flujo = { ...BASE, nodos: [entrada, { ...salida, posicion: { x: 800, y: 0 } }, nodo] }
  const plan = planSplicePlaced(flujo, nodo.id, at)
  return (
    plan &&
    applyCommand(flujo, plan).conexiones.map(
      ({ origen, destino, salida: by }) => `${origen}:${by ?? ''}>${destino}`,
    )
  )
}

test('a node that is let go over a connection is put into it', () => {
  expect(linesAfter(loose(), { x: 400, y: 10 })).toEqual(['n1:>n3', 'n3:>n2'])
})

test('one with several ways out goes on by its first', () => {
  const condicion = loose({ tipo: 'condicion', casos: [{ nombre: 'si' }] })
  expect(linesAfter(condicion, { x: 400, y: -20 })).toEqual(['n1:>n3', 'n3:si>n2'])
})

test.each<[string, Nodo, Posicion]>([
  ['beside it', loose(), { x: 400, y: 200 }],
  ['which nothing could follow', loose({ tipo: 'salida' }), { x: 400, y: 10 }],
  ['that is joined already', loose({ id: 'n1' }), { x: 400, y: 10 }],
])('a node %s is only moved', (_, nodo, at) => {
  expect(linesAfter(nodo, at)).toBeNull()
})
