import type { Conexion, Flujo, Grupo, Nodo } from '@div/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyCommand, invertCommand } from '../document/flujo-command.ts'
import { nodosWithin, rectOfAnotacion } from '../document/grupo-members.ts'
import { rectOf } from '../document/nodo-geometry.ts'
import { holdsRect, overlap } from '../document/rect.ts'
import { arrange } from './arrange.ts'
import { layoutRequestOf } from './layout-request.ts'
import { planLayout } from './plan-layout.ts'

const nodo = (id: string, x = 0, y = 0, fields: Partial<Nodo> = {}): Nodo => ({
  id,
  tipo: 'transformacion',
  nombre: id,
  posicion: { x, y },
  parametros: [],
  ...fields,
})
const line = (origen: string, destino: string): Conexion => ({ id: `${origen}-${destino}`, origen, destino })
const frame = (id: string, x: number, y: number, ancho: number, alto: number): Grupo => ({
  id,
  nombre: id,
  color: 'azul',
  posicion: { x, y },
  tamano: { ancho, alto },
})

function arranged(flujo: Flujo, chosen: readonly string[] = []): Flujo {
  const plan = planLayout(flujo, arrange(layoutRequestOf(flujo, new Set(chosen))))
  if (plan === null) return flujo
  const done = applyCommand(flujo, plan)
  expect(applyCommand(done, invertCommand(plan))).toEqual(flujo)
  return done
}

const placeOf = (flujo: Flujo, id: string) => {
  const found = flujo.nodos.find((each) => each.id === id)
  if (!found) throw new Error(`there is no ${id}`)
  return found.posicion
}

/** Any drawing without a circle: of two that are joined the earlier leads to the later. */
const drawing = fc
  .record({
    nodos: fc.integer({ min: 1, max: 25 }),
    pairs: fc.array(fc.tuple(fc.nat(24), fc.nat(24)), { maxLength: 40 }),
  })
  .map(({ nodos, pairs }): Flujo => {
    const names = new Map(
      pairs
        .filter(([one, other]) => one !== other && Math.max(one, other) < nodos)
        .map(([one, other]) => line(`n${Math.min(one, other)}`, `n${Math.max(one, other)}`))
        .map((each) => [each.id, each] as const),
    )
    return {
      version: 1,
      nodos: Array.from({ length: nodos }, (_, at) => nodo(`n${at}`, (at * 37) % 200, (at * 91) % 300)),
      conexiones: [...names.values()],
    }
  })

test('any drawing goes from left to right, no node upon another, its corner where it was', () => {
  fc.assert(
    fc.property(drawing, (flujo) => {
      const { nodos, conexiones } = arranged(flujo)
      for (const { origen, destino } of conexiones) {
        const [from, to] = [
          placeOf({ version: 1, nodos, conexiones }, origen),
          placeOf({ version: 1, nodos, conexiones }, destino),
        ]
        expect(from.x).toBeLessThan(to.x)
      }
      const rects = nodos.map((each) => rectOf(each))
      for (const [at, rect] of rects.entries())
        for (const other of rects.slice(at + 1)) expect(overlap(rect, other)).toBe(false)
      const left = (items: readonly Nodo[]) => Math.min(...items.map(({ posicion }) => posicion.x))
      expect(left(nodos)).toBe(left(flujo.nodos))
    }),
    { numRuns: 40 },
  )
})

describe('only some', () => {
  test('are moved when several are chosen', () => {
    const flujo: Flujo = {
      version: 1,
      nodos: [nodo('a', 500, 500), nodo('b', 500, 510), nodo('c', 9, 9)],
      conexiones: [line('a', 'b'), line('b', 'c')],
    }
    const done = arranged(flujo, ['a', 'b'])
    expect(placeOf(done, 'c')).toEqual({ x: 9, y: 9 })
    expect(placeOf(done, 'a')).toEqual({ x: 500, y: 500 })
    expect(placeOf(done, 'b')).toEqual({ x: 820, y: 500 })
  })
})

describe('frames', () => {
  // b and c in a frame, with a path around them.
  const flujo: Flujo = {
    version: 1,
    nodos: [nodo('a', -900), nodo('b', 0), nodo('c', 10, 80), nodo('d', 900), nodo('e', -900, 400)],
    conexiones: [line('a', 'b'), line('b', 'c'), line('c', 'd'), line('a', 'e'), line('e', 'd')],
    grupos: [frame('g1', -50, -50, 400, 300)],
    notas: [
      { id: 't1', texto: '', color: 'gris', posicion: { x: 900, y: -60 }, tamano: { ancho: 100, alto: 40 } },
    ],
  }

  test('hold what they held and nothing else', () => {
    const done = arranged(flujo)
    const [grupo] = done.grupos ?? []
    if (!grupo) throw new Error('there is a frame')
    expect(nodosWithin(done, grupo)).toEqual(['b', 'c'])
    for (const each of done.nodos) {
      const isHeld = ['b', 'c'].includes(each.id)
      expect(isHeld ? holdsRect(rectOfAnotacion(grupo), rectOf(each)) : true).toBe(true)
      if (!isHeld) expect(overlap(rectOfAnotacion(grupo), rectOf(each))).toBe(false)
    }
  })

  test('leave a note with the node next to it', () => {
    const done = arranged(flujo)
    const { x, y } = placeOf(done, 'd')
    expect(done.notas?.[0]?.posicion).toEqual({ x, y: y - 60 })
  })

  test('one around another holds it', () => {
    const done = arranged({ ...flujo, grupos: [frame('g2', -60, -60, 500, 400), ...(flujo.grupos ?? [])] })
    const [outer, inner] = done.grupos ?? []
    if (!outer || !inner) throw new Error('there are two frames')
    expect(holdsRect(rectOfAnotacion(outer), rectOfAnotacion(inner))).toBe(true)
  })
})

test('what cuts through another block counts for nothing; a region within a frame is within it', () => {
  const flujo: Flujo = {
    version: 1,
    nodos: [
      nodo('a', 0, 0),
      nodo('s', 300, 0, { tipo: 'splitter-split' }),
      nodo('m', 600, 0),
      nodo('j', 900, 0, { tipo: 'splitter-join', split: 's' }),
    ],
    conexiones: [line('a', 's'), line('s', 'm'), line('m', 'j')],
    grupos: [
      frame('g1', -50, -50, 1_300, 200),
      frame('g2', 850, -40, 400, 150),
      frame('g3', 550, -40, 700, 150),
    ],
  }
  const { bloques } = layoutRequestOf(flujo, new Set())
  expect(bloques).toEqual([
    { id: 'grupo:g1', padre: null, nodos: ['a'] },
    { id: 'region:s', padre: 'grupo:g1', nodos: ['s'] },
    { id: 'grupo:g3', padre: 'region:s', nodos: ['m', 'j'] },
  ])
})
