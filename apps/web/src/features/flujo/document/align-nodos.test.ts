import { type Flujo, type Nodo, newFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { type Alignment, planAlign } from './align-nodos.ts'
import { applyCommand, type Posicion } from './flujo-command.ts'
import { rectOf } from './nodo-geometry.ts'

const PLACES: readonly Posicion[] = [
  { x: 0, y: 30 },
  { x: 50, y: 0 },
  { x: 200, y: 90 },
]
const FLUJO: Flujo = {
  ...newFlujo(),
  nodos: PLACES.map(
    (posicion, at): Nodo => ({ id: `n${at}`, tipo: 'transformacion', nombre: '', posicion, parametros: [] }),
  ),
  conexiones: [],
}

test.each<[Alignment, readonly (readonly [number, number])[]]>([
  [
    'izquierda',
    [
      [0, 30],
      [0, 0],
      [0, 90],
    ],
  ],
  [
    'arriba',
    [
      [0, 0],
      [50, 0],
      [200, 0],
    ],
  ],
  [
    'derecha',
    [
      [200, 30],
      [200, 0],
      [200, 90],
    ],
  ],
  [
    'columna',
    [
      [100, 30],
      [100, 0],
      [100, 90],
    ],
  ],
  [
    'abajo',
    [
      [0, 90],
      [50, 90],
      [200, 90],
    ],
  ],
  [
    'fila',
    [
      [0, 45],
      [50, 45],
      [200, 45],
    ],
  ],
  [
    'repartir-x',
    [
      [0, 30],
      [100, 0],
      [200, 90],
    ],
  ],
  [
    'repartir-y',
    [
      [0, 45],
      [50, 0],
      [200, 90],
    ],
  ],
])('%s', (alignment, expected) => {
  const plan = planAlign(FLUJO, new Set(['n0', 'n1', 'n2']), alignment)
  const { nodos } = plan ? applyCommand(FLUJO, plan) : FLUJO
  expect(nodos.map(({ posicion: { x, y } }) => [x, y])).toEqual(expected)
})

test('what stands in line already is left alone', () => {
  expect(planAlign(FLUJO, new Set(['n0']), 'izquierda')).toBeNull()
})

test('those of other heights end at one line, and stand with their middles in one row', () => {
  const [first, tall] = FLUJO.nodos
  if (!first || !tall) throw new Error('there are nodes')
  const casos = [{ nombre: 'a' }, { nombre: 'b' }]
  const flujo: Flujo = { ...FLUJO, nodos: [first, { ...tall, tipo: 'condicion', casos }] }
  const after = (alignment: Alignment) => {
    const plan = planAlign(flujo, new Set(['n0', 'n1']), alignment)
    return (plan ? applyCommand(flujo, plan) : flujo).nodos.map((nodo) => rectOf(nodo))
  }
  expect(new Set(after('abajo').map(({ y, alto }) => y + alto)).size).toBe(1)
  expect(new Set(after('fila').map(({ y, alto }) => y + alto / 2)).size).toBe(1)
})
