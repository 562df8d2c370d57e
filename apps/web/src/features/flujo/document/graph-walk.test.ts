import { expect, test } from 'vitest'
import { inFlowOrder } from './graph-walk.ts'

const nodos = (ids: string) =>
  [...ids].map((id) => ({
    id,
    tipo: id === 'e' ? ('entrada' as const) : ('transformacion' as const),
    nombre: id,
    posicion: { x: 0, y: 0 },
    parametros: [],
  }))
const conexiones = (lines: string) =>
  lines.split(' ').flatMap((line) => {
    const [origen = '', destino = ''] = line
    return line === '' ? [] : [{ id: line, origen, destino }]
  })

test.each([
  ['as they run, whatever the order in which they were drawn', 'cbae', 'ea ab bc', 'eabc'],
  ['each branch whole before the next', 'edbca', 'ea ac eb bd', 'eacbd'],
  ['what branches lead to after all of them', 'ezab', 'ea eb az bz', 'eabz'],
  ['what nothing leads to at the end', 'xeab', 'ea', 'eaxb'],
  ['also what stands in a circle', 'eab', 'ab ba', 'eba'],
  ['none', '', '', ''],
])('the nodes are told %s', (_how, ids, lines, expected) => {
  const told = inFlowOrder({ nodos: nodos(ids), conexiones: conexiones(lines) })
  expect(told.map(({ id }) => id).join('')).toBe(expected)
})
