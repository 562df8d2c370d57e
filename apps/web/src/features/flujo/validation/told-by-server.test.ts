import { type Flujo, type Hallazgo, newFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { joinHallazgos } from './told-by-server.ts'

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
  const told = { flujo: FLUJO, hallazgos: [HERE, SERVER], seen: [HERE] }
  expect(joinHallazgos(FLUJO, [HERE], told)).toEqual([HERE, SERVER])
  expect(joinHallazgos(changing('n1', { nombre: 'x' }), [], told)).toEqual([SERVER])
})

test('what is found here by now and not then is told once too', () => {
  expect(joinHallazgos(FLUJO, [HERE], { flujo: FLUJO, hallazgos: [HERE], seen: [] })).toEqual([HERE])
})

test('what only the server knows stays while its node is as it was, wherever it stands', () => {
  const told = { flujo: FLUJO, hallazgos: [SERVER, hallazgo(null, 'whole')], seen: [] }
  expect(joinHallazgos(changing('n2', { posicion: { x: 9, y: 9 } }), [], told)).toHaveLength(2)
  expect(joinHallazgos(changing('n2', { nombre: 'x' }), [], told)).toEqual([hallazgo(null, 'whole')])
})
