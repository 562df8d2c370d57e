import type { Flujo, Grupo, Nodo, Nota } from '@div/contract'
import { describe, expect, test } from 'vitest'
import type { Posicion } from './flujo-command.ts'
import { anotacionesWithin, nodosWithin, withFollowers } from './grupo-members.ts'

const nodo = (id: string, x: number, y = 0): Nodo => ({
  id,
  tipo: 'transformacion',
  nombre: id,
  posicion: { x, y },
  parametros: [],
})
const grupo = (id: string, x: number, ancho: number): Grupo => ({
  id,
  nombre: id,
  color: 'azul',
  posicion: { x, y: -50 },
  tamano: { ancho, alto: 200 },
})
const nota = (id: string, x: number): Nota => ({
  id,
  texto: id,
  color: 'gris',
  posicion: { x, y: 0 },
  tamano: { ancho: 100, alto: 50 },
})

/** g1 around n1, n2, g2 and t1; g2 around n2; n3 and t2 stand by themselves. */
const FLUJO: Flujo = {
  version: 1,
  nodos: [nodo('n1', 0), nodo('n2', 400), nodo('n3', 2_000)],
  conexiones: [],
  grupos: [grupo('g1', -50, 900), grupo('g2', 350, 300)],
  notas: [nota('t1', 230), nota('t2', 1_500)],
}
const [G1, G2] = FLUJO.grupos ?? []
if (!G1 || !G2) throw new Error('there are two frames')

test('a frame holds what lies within it', () => {
  expect(nodosWithin(FLUJO, G1)).toEqual(['n1', 'n2'])
  expect(anotacionesWithin(FLUJO, G1)).toEqual(['grupos:g2', 'notas:t1'])
  expect(nodosWithin(FLUJO, G2)).toEqual(['n2'])
  expect(anotacionesWithin(FLUJO, G2)).toEqual([])
})

test('of two frames of one size the later lies within the earlier, and not the other way round too', () => {
  const twins = { grupos: [G1, { ...G1, id: 'g9' }] }
  expect(anotacionesWithin(twins, G1)).toEqual(['grupos:g9'])
  expect(anotacionesWithin(twins, { ...G1, id: 'g9' })).toEqual([])
})

describe('what is moved takes along', () => {
  const moved = (places: Record<string, Posicion>) =>
    Object.fromEntries(withFollowers(FLUJO, new Map(Object.entries(places))))

  test('all that a frame holds, by as much', () => {
    expect(moved({ 'grupos:g1': { x: 50, y: -40 } })).toEqual({
      'grupos:g1': { x: 50, y: -40 },
      n1: { x: 100, y: 10 },
      n2: { x: 500, y: 10 },
      'grupos:g2': { x: 450, y: -40 },
      'notas:t1': { x: 330, y: 10 },
    })
  })

  test('the frame around several nodes, when all of them are moved', () => {
    expect(moved({ n1: { x: 10, y: 0 }, n2: { x: 410, y: 0 } })).toMatchObject({
      'grupos:g1': { x: -40, y: -50 },
      'grupos:g2': { x: 360, y: -50 },
      'notas:t1': { x: 240, y: 0 },
    })
  })

  test('not the frame, when all of its nodes are to leave it', () => {
    const places = new Map([
      ['n1', { x: 10, y: 0 }],
      ['n2', { x: 410, y: 0 }],
    ])
    expect(withFollowers(FLUJO, places, { leaving: true })).toEqual(places)
  })

  test.each([
    ['one of several', { n1: { x: 900, y: 0 } }],
    ['the only one: it may leave its frame', { n2: { x: 900, y: 0 } }],
    ['one without a frame', { n3: { x: 0, y: 0 } }],
    ['a note', { 'notas:t1': { x: 9, y: 9 } }],
  ])('nothing with %s', (_, places) => {
    expect(moved(places)).toEqual(places)
  })
})
