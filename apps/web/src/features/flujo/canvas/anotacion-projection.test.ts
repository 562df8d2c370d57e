import { type Flujo, newFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { NOTHING_SELECTED } from '../store/editor-state.ts'
import { AnotacionProjection } from './anotacion-projection.ts'

const FLUJO: Flujo = {
  ...newFlujo(),
  grupos: [
    {
      id: 'g1',
      nombre: 'Dentro',
      color: 'rojo',
      posicion: { x: 10, y: 10 },
      tamano: { ancho: 100, alto: 100 },
    },
    { id: 'g2', nombre: 'Fuera', color: 'azul', posicion: { x: 0, y: 0 }, tamano: { ancho: 400, alto: 300 } },
  ],
  notas: [
    { id: 't1', texto: 'Ojo', color: 'gris', posicion: { x: 5, y: 5 }, tamano: { ancho: 60, alto: 40 } },
  ],
}
const draw = (projection: AnotacionProjection, flujo: Flujo, fields: object = {}) =>
  projection.anotaciones({ flujo, selection: NOTHING_SELECTED }, { dragged: null, resized: null, ...fields })

test('the smaller lies upon the larger, and each says what it is', () => {
  const drawn = draw(new AnotacionProjection(), FLUJO)
  expect(drawn.map(({ id, ariaLabel }) => [id, ariaLabel])).toEqual([
    ['grupos:g2', 'Grupo: Fuera'],
    ['grupos:g1', 'Grupo: Dentro'],
    ['notas:t1', 'Nota: Ojo'],
  ])
})

test('what looks as before is the same: another one only where it was dragged, resized or chosen', () => {
  const projection = new AnotacionProjection()
  const before = draw(projection, FLUJO)
  expect(draw(projection, { ...FLUJO, nodos: [] })).toBe(before)
  const dragged = draw(projection, FLUJO, { dragged: new Map([['notas:t1', { x: 9, y: 9 }]]) })
  expect(dragged.map((each, at) => each === before[at])).toEqual([true, true, false])
  expect(dragged[2]?.position).toEqual({ x: 9, y: 9 })
  const resized = projection.anotaciones(
    { flujo: FLUJO, selection: { ...NOTHING_SELECTED, anotaciones: new Set(['grupos:g1']) } },
    { dragged: null, resized: { key: 'grupos:g2', ancho: 500, alto: 350 } },
  )
  expect(resized.map(({ width, selected }) => [width, selected])).toEqual([
    [500, false],
    [100, true],
    [60, false],
  ])
})
