import { Binario, Fecha } from '@div/contract'
import { expect, test } from 'vitest'
import { compileRuta } from './ruta.ts'

const data: unknown = {
  filas: [{ nombre: 'Ana', 'con espacio': 1, total: 0, nada: null, hijos: [[{ x: 'hondo' }]] }],
  dia: new Fecha(2026, 11, 21),
  instante: new Date(0),
  bytes: new Binario(new Uint8Array([1])),
  lista: [1, 2],
}

test.each<[string, unknown]>([
  ['', data],
  ['filas[0].nombre', 'Ana'],
  ['filas[0].total', 0],
  ['filas[0].nada', null],
  ['filas[0]["con espacio"]', 1],
  ['filas[0].hijos[0][0].x', 'hondo'],
  ['filas[1].nombre', null],
  ['filas.nombre', null],
  ['nadie.de.nada', null],
  ['lista[1]', 2],
  ['lista.length', null],
  ['filas[0].nombre.length', null],
  // Inherited, or inside of a value that is no plain data.
  ['__proto__', null],
  ['constructor.name', null],
  ['filas[0].__proto__.x', null],
  ['toString', null],
  ['dia.year', null],
  ['bytes.bytes', null],
  ['instante.getTime', null],
])('«%s» reads own properties of plain data, null where it ends early', (ruta, expected) => {
  expect(compileRuta(ruta)?.(data)).toEqual(expected)
})

test('an own property is read whatever its name', () => {
  expect(compileRuta('__proto__.x')?.(JSON.parse('{ "__proto__": { "x": 7 } }'))).toBe(7)
  expect(compileRuta('["a\\"b"]')?.({ 'a"b': 1 })).toBe(1)
})

test.each(['.', '.a', 'a.', 'a..b', 'a[', 'a[x]', 'a[-1]', 'a[0', 'a]b', 'a["x]', '[0]b'])(
  '«%s» is no path',
  (ruta) => {
    expect(compileRuta(ruta)).toBeNull()
  },
)
