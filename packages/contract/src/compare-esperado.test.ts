import { describe, expect, test } from 'vitest'
import { type Esperado, esperadoSchema } from './caso-de-prueba.ts'
import { compareEsperado, type Obtenido } from './compare-esperado.ts'

const WELL: Obtenido = { estado: 'ok', codigo: null, mensaje: null, estadoHttp: 200, salida: null }
const FAILED: Obtenido = {
  ...WELL,
  estado: 'error',
  codigo: 'NO_ENCONTRADO',
  mensaje: 'No existe.',
  estadoHttp: null,
}

/** Where they differ. */
function rutasOf(esperado: object, obtenido: Partial<Obtenido>): string[] {
  const parsed: Esperado = esperadoSchema.parse(esperado)
  const from = parsed.estado === 'error' ? FAILED : WELL
  return compareEsperado(parsed, { ...from, ...obtenido }).map(({ ruta }) => ruta)
}

describe('the whole answer', () => {
  test.each<[unknown, unknown, string[]]>([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1, b: [1, { c: 'x' }] }, { b: [1, { c: 'x' }], a: 1 }, []],
    [{ a: 1 }, { a: 1, b: 2 }, ['salida.b']],
    [{ a: 1, b: 2 }, { a: 1 }, ['salida.b']],
    [{ a: 1 }, { a: '1' }, ['salida.a']],
    [[1, 2], [1, 3], ['salida[1]']],
    [[1], [1, 2], ['salida.length']],
    [{ filas: [{ n: 'x' }] }, { filas: [{ n: 'y' }] }, ['salida.filas[0].n']],
    [null, { a: 1 }, ['salida']],
    [{ a: null }, {}, ['salida.a']],
    ['texto', 'texto', []],
    [{ clave: '•••' }, { clave: '•••' }, []],
    [{ constructor: 1 }, {}, ['salida.constructor']],
  ])('%j against %j differs at %j', (salida, obtenida, rutas) => {
    expect(rutasOf({ estado: 'ok', salida }, { salida: obtenida })).toEqual(rutas)
  })

  test('that was cut short is never called right', () => {
    const salida = ['a', '… 990 más']
    expect(rutasOf({ estado: 'ok', salida }, { salida })).toEqual(['salida'])
    expect(rutasOf({ estado: 'ok', salida: ['a'], comparar: 'ninguna' }, { salida })).toEqual([])
  })

  test('no more differences are told than help', () => {
    const many = Array.from({ length: 500 }, (_each, at) => at)
    const found = rutasOf({ estado: 'ok', salida: many }, { salida: many.map(String) })
    expect(found).toHaveLength(50)
  })
})

test.each<[unknown, unknown, string[]]>([
  [{ a: 1 }, { a: 1, b: 2 }, []],
  [{ a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 }, []],
  [{ a: { b: 2 } }, { a: { b: 1, c: 2 } }, ['salida.a.b']],
  [{ filas: [{ n: 1 }] }, { filas: [{ n: 1, m: 2 }] }, []],
  [{ filas: [{ n: 1 }] }, { filas: [] }, ['salida.filas.length']],
])('only its fields: %j against %j differs at %j', (salida, obtenida, rutas) => {
  expect(rutasOf({ estado: 'ok', comparar: 'campos', salida }, { salida: obtenida })).toEqual(rutas)
})

test.each<[object, Partial<Obtenido>, string[]]>([
  [{ estado: 'ok', comparar: 'ninguna', estadoHttp: 200 }, {}, []],
  [{ estado: 'ok', comparar: 'ninguna', estadoHttp: 404 }, {}, ['estadoHttp']],
  [{ estado: 'ok', comparar: 'ninguna' }, { estado: 'error' }, ['estado']],
  [{ estado: 'ok', comparar: 'ninguna' }, { estado: 'cancelada' }, ['estado']],
  [{ estado: 'error' }, {}, []],
  [{ estado: 'error', codigo: 'NO_ENCONTRADO' }, {}, []],
  [{ estado: 'error', codigo: 'TIEMPO_AGOTADO' }, {}, ['codigo']],
  [{ estado: 'error' }, { estado: 'ok' }, ['estado']],
])('%j against %j differs at %j', (esperado, obtenido, rutas) => {
  expect(rutasOf(esperado, obtenido)).toEqual(rutas)
})
