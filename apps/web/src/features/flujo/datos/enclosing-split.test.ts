import type { Flujo, Nodo, TipoNodo } from '@div/contract'
import { expect, test } from 'vitest'
import { enclosingSplit } from './enclosing-split.ts'

const nodo = (tipo: TipoNodo, id: string, fields: object = {}): Nodo => ({
  id,
  tipo,
  nombre: id,
  posicion: { x: 0, y: 0 },
  parametros: [],
  ...fields,
})

/** e → s1 → a → s2 → b → j2 → c → j1 → d */
const FLUJO: Flujo = {
  version: 1,
  nodos: [
    nodo('entrada', 'e'),
    nodo('splitter-split', 's1'),
    nodo('transformacion', 'a'),
    nodo('splitter-split', 's2'),
    nodo('transformacion', 'b'),
    nodo('splitter-join', 'j2', { split: 's2' }),
    nodo('transformacion', 'c'),
    nodo('splitter-join', 'j1', { split: 's1' }),
    nodo('salida', 'd'),
  ],
  conexiones: ['e-s1', 's1-a', 'a-s2', 's2-b', 'b-j2', 'j2-c', 'c-j1', 'j1-d'].map((line) => {
    const [origen = '', destino = ''] = line.split('-')
    return { id: line, origen, destino }
  }),
}

test.each([
  ['before any', 'e', undefined],
  ['a split itself', 's1', undefined],
  ['in the outer one', 'a', 's1'],
  ['the inner split itself', 's2', 's1'],
  ['in the inner one', 'b', 's2'],
  ['the join that closes it', 'j2', 's2'],
  ['behind the inner one', 'c', 's1'],
  ['behind both', 'd', undefined],
])('%s', (_, id, split) => {
  expect(enclosingSplit(FLUJO, id)?.id).toBe(split)
})
