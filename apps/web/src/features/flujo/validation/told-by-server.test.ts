import { type Flujo, type Hallazgo, newFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { joinHallazgos, readTold } from './told-by-server.ts'

const FLUJO = newFlujo()
const hallazgo = (nodo: string | null, mensaje: string): Hallazgo => ({
  nodo,
  campo: 'objeto',
  mensaje,
  gravedad: 'error',
})
const HERE = hallazgo('n1', 'here')
const SERVER = hallazgo('n2', 'only the server knows')

const changing = (id: string, fields: object): Flujo => ({
  ...FLUJO,
  nodos: FLUJO.nodos.map((nodo) => (nodo.id === id ? { ...nodo, ...fields } : nodo)),
})

test('what both find is told once, and goes as soon as it is mended here', () => {
  const told = readTold(FLUJO, [HERE, SERVER], [HERE])
  expect(joinHallazgos(FLUJO, [HERE], told)).toEqual([HERE, SERVER])
  expect(joinHallazgos(changing('n1', { nombre: 'x' }), [], told)).toEqual([SERVER])
})

test('what only the server knows stays while its node is as it was, wherever it stands', () => {
  const told = readTold(FLUJO, [SERVER, hallazgo(null, 'whole')], [])
  expect(joinHallazgos(changing('n2', { posicion: { x: 9, y: 9 } }), [], told)).toHaveLength(2)
  expect(joinHallazgos(changing('n2', { nombre: 'x' }), [], told)).toEqual([hallazgo(null, 'whole')])
})
