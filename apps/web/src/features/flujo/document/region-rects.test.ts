import type { Flujo, Nodo } from '@div/contract'
import { expect, test } from 'vitest'
import { rectOf } from './nodo-geometry.ts'
import { holdsRect } from './rect.ts'
import { regionRects } from './region-rects.ts'

const nodo = (id: string, x: number, fields: Partial<Nodo> = {}): Nodo => ({
  id,
  tipo: 'transformacion',
  nombre: id,
  posicion: { x, y: 0 },
  parametros: [],
  ...fields,
})
const line = (origen: string, destino: string) => ({ id: `${origen}-${destino}`, origen, destino })

/** t within s. */
const FLUJO: Flujo = {
  version: 1,
  nodos: [
    nodo('s', 0, { tipo: 'splitter-split', lista: { nodo: 'x', ruta: '' } }),
    nodo('t', 300, { tipo: 'splitter-split' }),
    nodo('a', 600),
    nodo('u', 900, { tipo: 'splitter-join', split: 't' }),
    nodo('j', 1_200, { tipo: 'splitter-join', split: 's' }),
  ],
  conexiones: [line('s', 't'), line('t', 'a'), line('a', 'u'), line('u', 'j')],
}

test('a region goes around its nodes and those within, from its split to its join; the outer comes first', () => {
  const [outer, inner, ...none] = regionRects(FLUJO, null)
  if (!outer || !inner) throw new Error('there are two regions')
  expect(none).toEqual([])
  expect([outer.nombre, inner.nombre]).toEqual(['s: por cada elemento', 't: ramas a la vez'])
  expect(holdsRect(outer, inner)).toBe(true)
  const held = (region: typeof outer) =>
    FLUJO.nodos.filter((each) => holdsRect(region, rectOf(each))).map(({ id }) => id)
  expect([held(outer), held(inner)]).toEqual([
    ['s', 't', 'a', 'u', 'j'],
    ['t', 'a', 'u'],
  ])
})

test('both follow a node that is dragged', () => {
  const before = regionRects(FLUJO, null)
  const after = regionRects(FLUJO, new Map([['a', { x: 600, y: 500 }]]))
  expect(after.map(({ alto }, at) => alto - (before[at]?.alto ?? 0))).toEqual([500, 500])
})
