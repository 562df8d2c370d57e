import { type Flujo, newFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { applyCommand, invertCommand } from '../document/flujo-command.ts'
import { type Caso, planCasos, refuseNombre } from './casos.ts'

const BASE = newFlujo()
const FLUJO: Flujo = {
  ...BASE,
  nodos: [
    ...BASE.nodos,
    {
      id: 'n3',
      tipo: 'condicion',
      nombre: 'Condición',
      posicion: { x: 0, y: 0 },
      parametros: [],
      casos: [
        { nombre: 'si', expresion: '1' },
        { nombre: 'no', regla: { y: [] } },
      ],
    },
  ],
  conexiones: [
    { id: 'c1', origen: 'n3', destino: 'n2', salida: 'si' },
    { id: 'c2', origen: 'n3', destino: 'n2', salida: 'no' },
  ],
}
const [si, no]: readonly Caso[] = [
  { nombre: 'si', expresion: '1' },
  { nombre: 'no', regla: { y: [] } },
]

test.each<[string, readonly (Caso | undefined)[], readonly string[]]>([
  ['renamed', [{ ...si, nombre: 'grande' }, no], ['grande', 'no']],
  ['with another formula', [{ nombre: 'si', expresion: '2' }, no], ['si', 'no']],
  ['taken away', [no], ['si', 'no']],
  ['in another order', [no, si], ['si', 'no']],
])('of cases %s the connections leave by %j', (_, casos, expected) => {
  const plan = planCasos(
    FLUJO,
    'n3',
    casos.filter((caso) => caso !== undefined),
  )
  if (plan === null) throw new Error('there is something to change')
  const changed = applyCommand(FLUJO, plan)
  expect(changed.conexiones.map(({ salida }) => salida)).toEqual(expected)
  expect(applyCommand(changed, invertCommand(plan))).toEqual(FLUJO)
})

test.each([
  ['grande', null],
  ['si', null],
  ['no', 'Ya hay un caso «no».'],
  ['otro', '«otro» es otra salida de la condición.'],
  ['error', '«error» es otra salida de la condición.'],
  ['', 'Falta el nombre: se queda «si».'],
])('a case may be called «%s»: %s', (nombre, expected) => {
  const casos = [si, no].filter((caso) => caso !== undefined)
  expect(refuseNombre(casos, 0, nombre)).toBe(expected)
})
