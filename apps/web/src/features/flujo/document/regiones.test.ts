import type { Conexion, Flujo, Nodo } from '@div/contract'
import { expect, test } from 'vitest'
import { regionesOf, regionNames } from './regiones.ts'

const nodo = (id: string, tipo: Nodo['tipo'] = 'transformacion', fields: object = {}): Nodo => ({
  id,
  tipo,
  nombre: id,
  posicion: { x: 0, y: 0 },
  parametros: [],
  ...fields,
})
/** `a>b`, or `a>b/error`. */
const lines = (...texts: string[]): Conexion[] =>
  texts.map((text, at) => {
    const [, origen = '', destino = '', salida] = /^(\w+)>(\w+)(?:\/(\w+))?$/.exec(text) ?? []
    return { id: `c${at}`, origen, destino, ...(salida && { salida }) }
  })
const described = (flujo: Flujo) =>
  regionesOf(flujo).map(({ split, join, ids }) => `${split.id}[${[...ids].join(' ')}]${join.id}`)

const split = (id: string) => nodo(id, 'splitter-split')
const join = (id: string, of: string) => nodo(id, 'splitter-join', { split: of })

test.each<[string, Nodo[], Conexion[], string[]]>([
  ['nothing', [nodo('a')], [], []],
  [
    'one, with a branch that leaves by the error',
    [split('s'), nodo('a'), nodo('b'), nodo('x'), join('j', 's'), nodo('z')],
    lines('s>a', 'a>b', 'b>j', 's>x/error', 'j>z'),
    ['s[a b]j'],
  ],
  [
    'one within another',
    [split('s'), split('t'), nodo('a'), join('u', 't'), join('j', 's')],
    lines('s>t', 't>a', 'a>u', 'u>j'),
    ['s[t a u]j', 't[a]u'],
  ],
  ['an empty one', [split('s'), join('j', 's')], lines('s>j'), ['s[]j']],
  ['none without a join', [split('s'), nodo('a')], lines('s>a'), []],
  ['none with two', [split('s'), join('j', 's'), join('k', 's')], lines('s>j', 's>k'), []],
])('%s', (_, nodos, conexiones, expected) => {
  expect(described({ version: 1, nodos, conexiones })).toEqual(expected)
})

test('each node is in the innermost region around it', () => {
  const nodos = [split('s'), split('t'), nodo('a'), join('u', 't'), nodo('b'), join('j', 's'), nodo('z')]
  const flujo: Flujo = { version: 1, nodos, conexiones: lines('s>t', 't>a', 'a>u', 'u>b', 'b>j', 'j>z') }
  const names = regionNames(flujo)
  expect(nodos.map(({ id }) => names.get(id))).toEqual([undefined, 's', 't', 's', 's', undefined, undefined])
})
