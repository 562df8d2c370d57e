import { type Flujo, type Nodo, newFlujo } from '@div/contract'
import { describe, expect, test } from 'vitest'
import { applyCommand } from '../document/flujo-command.ts'
import { planChangeNodo, planMove } from '../document/plan-change.ts'
import { NOTHING_SELECTED } from '../store/editor-state.ts'
import { fromHandleId, NodoProjection, type ToDraw, toHandleId, withPlaces } from './nodo-projection.ts'

const FIRST = newFlujo()
const SERVIDORES = new Map([['s1', 'Chinook']])

function toDraw(fields: Partial<ToDraw> = {}): ToDraw {
  return {
    flujo: FIRST,
    selection: NOTHING_SELECTED,
    servidores: SERVIDORES,
    badges: new Map(),
    runs: new Map(),
    cambios: new Map(),
    ...fields,
  }
}

function change(id: string, fields: Partial<Nodo>): Flujo {
  const command = planChangeNodo(FIRST, id, fields)
  if (command === null) throw new Error(`there is no ${id}`)
  return applyCommand(FIRST, command)
}

describe('what is drawn', () => {
  test('is the same list while nothing that is seen changes', () => {
    const projection = new NodoProjection()
    const nodos = projection.nodos(toDraw())
    const typed = change('n2', { nota: 'a note that the canvas does not show' })
    expect(projection.nodos(toDraw({ flujo: typed }))).toBe(nodos)
  })

  test('is another node only where something that is seen changed', () => {
    const projection = new NodoProjection()
    const [first, second] = projection.nodos(toDraw())
    const next = projection.nodos(toDraw({ flujo: change('n2', { nombre: 'Respuesta' }) }))
    expect(next[0]).toBe(first)
    expect(next[1]).not.toBe(second)
    expect(next[1]?.data.face.nombre).toBe('Respuesta')
  })

  test('is another node where it has come by a field, and one that was moved still shows what it showed', () => {
    const projection = new NodoProjection()
    const [first] = projection.nodos(toDraw())
    const [second] = projection.nodos(toDraw({ flujo: change('n1', { politica: { enError: 'rama' } }) }))
    expect(second?.data.face.handles).toEqual(['', 'error'])
    const [third] = projection.nodos(toDraw({ flujo: change('n1', { posicion: { x: 9, y: 9 } }) }))
    expect(third?.data.face).toEqual(first?.data.face)
    expect(third?.position).toEqual({ x: 9, y: 9 })
  })

  test('follows a drag without a change of the document', () => {
    const projection = new NodoProjection()
    const nodos = projection.nodos(toDraw())
    const [, second] = nodos
    const dragged = withPlaces(nodos, new Map([['n1', { x: 5, y: 6 }]]))
    expect(dragged[0]).toMatchObject({ position: { x: 5, y: 6 }, dragging: true })
    expect(dragged[1]).toBe(second)
  })

  test('of a drag that ended is where the document says', () => {
    const projection = new NodoProjection()
    const command = planMove(FIRST, new Map([['n1', { x: 5, y: 6 }]]))
    const flujo = command ? applyCommand(FIRST, command) : FIRST
    const [before] = projection.nodos(toDraw())
    const [moved] = projection.nodos(toDraw({ flujo }))
    expect(moved).toMatchObject({ position: { x: 5, y: 6 } })
    // It shows what it showed.
    expect(moved?.data).toBe(before?.data)
  })
})

test.each(['', 'si', 'a:b'])('the way out «%s» is known by its handle', (handle) => {
  expect(fromHandleId(toHandleId(handle))).toBe(handle)
})
