import { type Conexion, type Flujo, type Nodo, newFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { paintDiff } from './paint-diff.ts'

const { nodos: NODOS } = newFlujo()
const step = (id: string, fields: Partial<Nodo> = {}): Nodo => ({
  id,
  tipo: 'transformacion',
  nombre: id,
  posicion: { x: 0, y: 0 },
  parametros: [],
  ...fields,
})
const flujo = (nodos: Nodo[], ...lines: [string, string, string][]): Flujo => ({
  version: 1,
  nodos: [...NODOS, ...nodos],
  conexiones: lines.map(([id, origen, destino]): Conexion => ({ id, origen, destino })),
})

test('nothing is painted of what is the same', () => {
  const same = flujo([step('n3')], ['c1', 'n1', 'n3'])
  expect(paintDiff(same, same)).toEqual({ flujo: same, cambios: new Map() })
})

test('what is new, gone, changed or moved says so; what is gone is still drawn, with its connections', () => {
  const before = flujo(
    [step('gone'), step('kept'), step('moved')],
    ['c1', 'n1', 'gone'],
    ['c2', 'gone', 'kept'],
    ['c3', 'kept', 'n2'],
  )
  const after = flujo(
    [
      step('kept', { nombre: 'otro', posicion: { x: 9, y: 9 } }),
      step('moved', { posicion: { x: 9, y: 9 } }),
      step('new'),
    ],
    ['c1', 'n1', 'kept'],
    ['c3', 'kept', 'n2'],
  )
  const painted = paintDiff(before, after)
  expect(painted.flujo.nodos.map(({ id }) => id)).toEqual(['n1', 'n2', 'kept', 'moved', 'new', 'gone'])
  expect(painted.flujo.conexiones.map(({ id }) => id)).toEqual(['c1', 'c3', 'quitada:c1', 'quitada:c2'])
  expect(Object.fromEntries(painted.cambios)).toEqual({
    kept: 'cambiado',
    moved: 'movido',
    new: 'nuevo',
    gone: 'quitado',
    c1: 'nuevo',
    'quitada:c1': 'quitado',
    'quitada:c2': 'quitado',
  })
})
