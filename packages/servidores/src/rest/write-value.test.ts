import { expect, test } from 'vitest'
import { compileRequest } from './compile-request.ts'
import { type Estilo, operacionSchema } from './operacion-schema.ts'
import { pairsOf } from './write-value.ts'

test.each<[Estilo | undefined, unknown, string]>([
  [undefined, [1, null, 2], 'a=1&a=2'],
  [undefined, null, ''],
  [undefined, { x: 1 }, 'a={"x":1}'],
  ['comas', [1, null, 'b c'], 'a=1,b c'],
  ['comas', { x: 1, y: 2 }, 'a=x,1,y,2'],
  ['comas', [], ''],
  ['comas', 7, 'a=7'],
  ['espacios', [1, 2], 'a=1 2'],
  ['barras', ['x', 'y'], 'a=x|y'],
  ['campos', { x: 1, y: [2, 3], z: null }, 'x=1&y=2&y=3'],
  ['campos', [1, 2], 'a=1&a=2'],
  ['corchetes', { x: 1, y: { z: [2, { w: 3 }] }, n: null }, 'a[x]=1&a[y][z][0]=2&a[y][z][1][w]=3'],
  ['corchetes', 'solo', 'a=solo'],
])('in the style %s %j is written %s', (estilo, value, expected) => {
  expect(
    pairsOf('a', value, estilo)
      .map((pair) => pair.join('='))
      .join('&'),
  ).toBe(expected)
})

test('lists and cookies go where the contract says, each in its style', () => {
  const write = compileRequest(
    operacionSchema.parse({
      metodo: 'POST',
      ruta: '/lotes/{ids}',
      cuerpo: 'formulario',
      lugares: {
        ids: { lugar: 'ruta', estilo: 'comas' },
        estados: { lugar: 'consulta', estilo: 'barras' },
        sesion: { lugar: 'cookie' },
        otra: { lugar: 'cookie', nombre: 'Otra' },
        marcas: { lugar: 'cabecera', nombre: 'X-Marcas', estilo: 'comas' },
        datos: { lugar: 'cuerpo', estilo: 'corchetes' },
      },
    }),
    ['ids', 'estados', 'sesion', 'otra', 'marcas', 'datos'],
  )
  const values = {
    ids: [1, 'a/b'],
    estados: ['x', 'y'],
    sesion: 'ñ; a=b',
    otra: null,
    marcas: ['r', 's'],
    datos: { color: 'rojo' },
  }
  expect(write(values)).toEqual({
    metodo: 'POST',
    ruta: '/lotes/1%2Ca%2Fb',
    consulta: 'estados=x%7Cy',
    headers: {
      cookie: 'sesion=%C3%B1%3B%20a%3Db',
      'X-Marcas': 'r,s',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'datos%5Bcolor%5D=rojo',
  })
})
