import type { Flujo, Nodo, TipoNodo } from '@div/contract'
import { describe, expect, test } from 'vitest'
import { listReferences } from './list-references.ts'
import { listRutas } from './list-rutas.ts'

const nodo = (id: string, tipo: TipoNodo, fields: object = {}): Nodo => ({
  id,
  tipo,
  nombre: `El ${id}`,
  posicion: { x: 0, y: 0 },
  parametros: [],
  ...fields,
})
const FLUJO: Flujo = {
  version: 1,
  nodos: [
    nodo('n1', 'entrada', { parametros: [{ nombre: 'id', ejemplo: 7 }] }),
    nodo('n2', 'proceso', { tipoObjeto: 'consulta' }),
    nodo('n3', 'salida'),
    nodo('n4', 'transformacion', { parametros: [{ nombre: 'aside' }] }),
  ],
  conexiones: [
    { id: 'c1', origen: 'n1', destino: 'n2' },
    { id: 'c2', origen: 'n2', destino: 'n3' },
  ],
}

describe('a node may refer to', () => {
  test('what the nodes before it put out, the nearest first, and nothing of the others', () => {
    expect(listReferences(FLUJO, 'n3', null)).toEqual([
      { id: 'n2', nombre: 'El n2', rutas: [{ ruta: 'filas' }, { ruta: 'filas[0]' }, { ruta: 'total' }] },
      { id: 'n1', nombre: 'El n1', rutas: [{ ruta: 'id', ejemplo: 7 }] },
    ])
  })

  test('what a run showed, with the values', () => {
    const paso = { nodo: 'n2', estado: 'ok', inicio: 0, duracionMs: 1, intentos: 1 } as const
    const resultado = {
      idEjecucion: '00000000-0000-4000-8000-000000000001',
      estado: 'ok',
      salida: null,
      estadoHttp: 200,
      error: null,
      duracionMs: 1,
      pasos: [{ ...paso, salida: { filas: [{ nombre: 'Astrid' }], total: 1 } }],
      pasosOmitidos: 0,
    } as const
    expect(listReferences(FLUJO, 'n3', { ...resultado, pasos: [...resultado.pasos] })[0]?.rutas).toEqual([
      { ruta: 'filas', ejemplo: [{ nombre: 'Astrid' }] },
      { ruta: 'filas[0]', ejemplo: { nombre: 'Astrid' } },
      { ruta: 'filas[0].nombre', ejemplo: 'Astrid' },
      { ruta: 'total', ejemplo: 1 },
    ])
  })
})

test.each<[unknown, readonly string[]]>([
  [null, []],
  ['text', []],
  [{ a: { b: 1 } }, ['a', 'a.b']],
  [
    [{ a: 1 }, { a: 2 }],
    ['[0]', '[0].a'],
  ],
  [{ 'two words': { x: 1 } }, ['["two words"]', '["two words"].x']],
])('the places in %j are %j', (value, expected) => {
  expect(listRutas(value).map(({ ruta }) => ruta)).toEqual(expected)
})
