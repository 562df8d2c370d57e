import type { Flujo, Nodo, ResultadoDeEjecucion, TipoNodo } from '@div/contract'
import { describe, expect, test } from 'vitest'
import { listSources, readsStale, sampleOutputs } from './list-sources.ts'
import { fieldsOfValue, flattenFields } from './source-fields.ts'

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
    expect(listSources(FLUJO, 'n3', { resultado: null })).toMatchObject([
      { nodo: 'n2', nombre: 'El n2', campos: [{ ruta: 'filas' }, { ruta: 'total' }] },
      { nodo: 'n1', nombre: 'El n1', campos: [{ ruta: 'id', muestra: 7 }] },
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
    const [source] = listSources(FLUJO, 'n3', { resultado: { ...resultado, pasos: [...resultado.pasos] } })
    expect(flattenFields(source?.campos ?? []).map(({ ruta, muestra }) => [ruta, muestra])).toEqual([
      ['filas', [{ nombre: 'Astrid' }]],
      ['filas[0]', { nombre: 'Astrid' }],
      ['filas[0].nombre', 'Astrid'],
      ['total', 1],
    ])
  })

  test('what a run showed of a node that was changed since, and that is said', () => {
    const pasos = [{ nodo: 'n2', estado: 'ok', inicio: 0, duracionMs: 1, intentos: 1, salida: 1 } as const]
    const resultado = { pasos } as unknown as ResultadoDeEjecucion
    const sources = listSources(FLUJO, 'n3', { resultado, stale: new Set(['n1', 'n2']) })
    expect(sources.map(({ nodo, isStale }) => [nodo, isStale])).toEqual([
      ['n2', true],
      ['n1', undefined],
    ])
    expect(readsStale({ expresion: 'n2.total + 1' }, sources)).toBe(true)
    expect(readsStale({ valorAsignado: { nodo: 'n1', ruta: 'id' } }, sources)).toBe(false)
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
  [{ a: [{ b: 1 }, { c: 2 }] }, ['a', 'a[0]', 'a[0].b']],
  [{ 'two words': { x: 1 } }, ['["two words"]', '["two words"].x']],
])('the places in %j are %j', (value, expected) => {
  expect(flattenFields(fieldsOfValue(value)).map(({ ruta }) => ruta)).toEqual(expected)
})

describe('around a region', () => {
  const flujo: Flujo = {
    version: 1,
    nodos: [
      nodo('n1', 'entrada', {
        parametros: [
          {
            nombre: 'lineas',
            tipo: 'lista',
            elemento: { nombre: '', tipo: 'objeto', campos: [{ nombre: 'precio', tipo: 'decimal' }] },
            ejemplo: [{ precio: 2.5 }, { precio: 3 }],
          },
        ],
      }),
      nodo('n2', 'splitter-split', { lista: { nodo: 'n1', ruta: 'lineas' } }),
      nodo('n3', 'transformacion', { parametros: [{ nombre: 'doble', tipo: 'decimal' }] }),
      nodo('n4', 'splitter-join', { split: 'n2', parametros: [{ nombre: 'importe', tipo: 'decimal' }] }),
      nodo('n5', 'salida'),
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3', salida: 'elemento' },
      { id: 'c3', origen: 'n3', destino: 'n4' },
      { id: 'c4', origen: 'n4', destino: 'n5' },
    ],
  }
  const places = (id: string) =>
    listSources(flujo, id, { resultado: null }).map(({ nodo: each, campos }) => [
      each,
      flattenFields(campos).map(({ ruta, tipo, muestra }) => `${ruta}:${tipo}=${JSON.stringify(muestra)}`),
    ])

  test('who is inside sees the item, with a sample and its types', () => {
    expect(places('n3')[0]).toEqual([
      'n2',
      ['elemento:objeto={"precio":2.5}', 'elemento.precio:decimal=2.5', 'indice:entero=0', 'total:entero=2'],
    ])
  })

  test('who comes after its join sees the join, and nothing of the inside', () => {
    expect(places('n5').map(([each]) => each)).toEqual(['n4', 'n1'])
    expect(places('n4').map(([each]) => each)).toEqual(['n3', 'n2', 'n1'])
    expect(places('n5')[0]?.[1]).toContain('elementos:lista=undefined')
  })
})

test('who is reached by the branch of errors sees the error', () => {
  const flujo: Flujo = {
    ...FLUJO,
    nodos: FLUJO.nodos.map((each) =>
      each.id === 'n2' ? { ...each, politica: { enError: 'rama' as const } } : each,
    ),
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3', salida: 'error' },
    ],
  }
  expect(listSources(flujo, 'n3', { resultado: null })[0]?.campos.map(({ nombre }) => nombre)).toEqual([
    'codigo',
    'mensaje',
    'nodo',
    'detalle',
  ])
})

test('what is declared says the types, what was seen the values; the catalogue counts as declared', () => {
  const catalogo = new Map([
    [
      'n2',
      [
        {
          nombre: 'filas',
          tipo: 'lista' as const,
          elemento: {
            nombre: '',
            tipo: 'objeto' as const,
            campos: [{ nombre: 'alta', tipo: 'fecha' as const }],
          },
        },
      ],
    ],
  ])
  const [source] = listSources(FLUJO, 'n3', { resultado: null, catalogo })
  expect(flattenFields(source?.campos ?? []).map(({ ruta, tipo }) => `${ruta}:${tipo}`)).toEqual([
    'filas:lista',
    'filas[0]:objeto',
    'filas[0].alta:fecha',
  ])
})

test('a row that was read stands for a reading that did not run, and a run for more than that', () => {
  const filas = new Map([['n2', { filas: [{ nombre: 'Astrid' }] }]])
  const salidas = sampleOutputs(FLUJO, { resultado: null, filas })
  expect(Object.fromEntries(salidas)).toEqual({ n1: { id: 7 }, n2: { filas: [{ nombre: 'Astrid' }] } })
  const [source] = listSources(FLUJO, 'n3', { resultado: null, filas })
  expect(flattenFields(source?.campos ?? []).find(({ ruta }) => ruta === 'filas[0].nombre')?.muestra).toBe(
    'Astrid',
  )
})
