import { type Flujo, type Nodo, newFlujo } from '@div/contract'
import { describe, expect, test } from 'vitest'
import { copyNodos, planPaste } from './copy-nodos.ts'
import { applyCommand, invertCommand } from './flujo-command.ts'
import { renameInFormula } from './rename-nodos.ts'

const nodo = (id: string, fields: object): Nodo => ({
  id,
  tipo: 'transformacion',
  nombre: id,
  posicion: { x: 100, y: 50 },
  parametros: [],
  ...fields,
})
const BASE = newFlujo()
const FLUJO: Flujo = {
  ...BASE,
  nodos: [
    ...BASE.nodos,
    nodo('n3', { parametros: [{ nombre: 'a', valorAsignado: { nodo: 'n1', ruta: 'id' } }] }),
    nodo('n4', {
      parametros: [
        { nombre: 'a', valorAsignado: { nodo: 'n3', ruta: 'a' } },
        { nombre: 'b', expresion: 'n3.a & n1.id' },
      ],
      lista: { nodo: 'n3', ruta: 'filas' },
    }),
  ],
  conexiones: [
    { id: 'c1', origen: 'n1', destino: 'n3' },
    { id: 'c2', origen: 'n3', destino: 'n4' },
  ],
}

function paste(ids: readonly string[], procesoId = 'same') {
  const copied = copyNodos(FLUJO, new Set(ids), procesoId)
  if (copied === null) throw new Error('there is something to copy')
  const { plan, ids: made } = planPaste(FLUJO, copied, { procesoId: 'same' })
  if (plan === null) throw new Error('there is something to paste')
  return { plan, made, flujo: applyCommand(FLUJO, plan) }
}

describe('copies of nodes', () => {
  test('have ids of their own and refer to each other', () => {
    const { flujo, made } = paste(['n3', 'n4'])
    expect(made).toEqual(['n5', 'n6'])
    expect(flujo.nodos.at(-1)).toMatchObject({
      id: 'n6',
      posicion: { x: 140, y: 90 },
      parametros: [
        { nombre: 'a', valorAsignado: { nodo: 'n5', ruta: 'a' } },
        { nombre: 'b', expresion: 'n5.a & n1.id' },
      ],
      lista: { nodo: 'n5', ruta: 'filas' },
    })
    expect(flujo.conexiones.at(-1)).toEqual({ id: 'c3', origen: 'n5', destino: 'n6' })
  })

  test('in the same proceso still refer to what did not come along', () => {
    const [parametro] = paste(['n3']).flujo.nodos.at(-1)?.parametros ?? []
    expect(parametro).toEqual({ nombre: 'a', valorAsignado: { nodo: 'n1', ruta: 'id' } })
  })

  test('in another proceso have no such reference: the same id is another node there', () => {
    const [parametro] = paste(['n3'], 'another').flujo.nodos.at(-1)?.parametros ?? []
    expect(parametro).toEqual({ nombre: 'a', valor: '' })
  })

  test('are one step of undo', () => {
    const { flujo, plan } = paste(['n3', 'n4'])
    expect(applyCommand(flujo, invertCommand(plan))).toEqual(FLUJO)
  })

  test('of an entrada are none', () => {
    expect(copyNodos(FLUJO, new Set(['n1']), 'same')).toBeNull()
  })
})

test.each([
  ['n1.a + n2.b', 'x1.a + n2.b'],
  ['a.n1', 'a.n1'],
  ['"n1" & n1', '"n1" & x1'],
  ['n11 + n1', 'n11 + x1'],
  ['N1 + n1.n1[n1.i]', 'N1 + x1.n1[x1.i]'],
  ['n1(2)', 'n1(2)'],
  ['{ n1: n1 }', '{ n1: x1 }'],
  ['n1é + n1', 'n1é + x1'],
])('«%s» becomes «%s»', (formula, expected) => {
  expect(renameInFormula(formula, new Map([['n1', 'x1']]))).toBe(expected)
})
