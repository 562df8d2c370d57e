import { validateHeaderValue } from 'node:http'
import { Fecha } from '@div/contract'
import { validateFlujo } from '@div/engine'
import { depsOf, describeHallazgos, flujoDe, runFlujo } from '@div/engine/testing'
import { expect, test } from 'vitest'

const answer = async (campos: object) =>
  (await runFlujo(flujoDe([{ id: 's', tipo: 'salida', ...campos }], 'e>s'), { entrada: { n: 7 } })).result
    .respuesta

test.each<[string, object, unknown]>([
  ['nothing', {}, {}],
  [
    'fields',
    {
      parametros: [
        { nombre: 'n', valorAsignado: { nodo: 'e', ruta: 'n' } },
        { nombre: 'x', valor: null },
      ],
    },
    { n: 7, x: null },
  ],
  ['the body itself', { parametros: [{ nombre: 'cuerpo', valor: [1, 2] }] }, [1, 2]],
  [
    'a field that is called like the body beside others',
    {
      parametros: [
        { nombre: 'cuerpo', valor: 1 },
        { nombre: 'n', valor: 2 },
      ],
    },
    { cuerpo: 1, n: 2 },
  ],
  [
    'literals as their declared types, as a form gives them',
    {
      parametros: [
        { nombre: 'a', tipo: 'entero', valor: '7' },
        { nombre: 'b', tipo: 'booleano', valor: 'no' },
        { nombre: 'c', tipo: 'fecha', valor: '2026-02-03' },
        { nombre: 'd', tipo: 'lista', valor: '[1]' },
        { nombre: 'e', tipo: 'entero', valor: '' },
        { nombre: 'f', valor: '7' },
      ],
    },
    { a: 7, b: false, c: new Fecha(2026, 2, 3), d: [1], e: null, f: '7' },
  ],
  ['a sequence', { parametros: [{ nombre: 'n', expresion: 'CONSECUTIVO("x")' }] }, { n: 1 }],
])('answers %s', async (_what, campos, cuerpo) => {
  expect((await answer(campos))?.cuerpo).toEqual(cuerpo)
})

test('has a status, a media type and headers in which no other can hide', async () => {
  expect(
    await answer({
      estadoHttp: 201,
      tipoContenido: 'text/plain',
      cabeceras: [{ nombre: 'X-Aviso', expresion: '"a" & CARACTER(13) & CARACTER(10) & "set-cookie: x"' }],
    }),
  ).toEqual({
    estadoHttp: 201,
    tipoContenido: 'text/plain',
    cabeceras: { 'x-aviso': 'a set-cookie: x' },
    cuerpo: {},
  })
})

test.each([
  ['a\tb ñ ÿ', 'a\tb ñ ÿ'],
  ['a\u007fb\u0000\u001bc', 'a b c'],
  ['10 €', '10 %E2%82%AC'],
  ['a😀中b', 'a%F0%9F%98%80%E4%B8%ADb'],
  ['a\ud83d', 'a%EF%BF%BD'],
  [null, ''],
])('the header value %j is sent as %j', async (valor, expected) => {
  const answered = await answer({ cabeceras: [{ nombre: 'X-A', valor }] })
  expect(answered?.cabeceras).toEqual({ 'x-a': expected })
  expect(() => validateHeaderValue('x-a', expected)).not.toThrow()
})

test.each([
  [{ estadoHttp: 99 }, /^s estadoHttp: /],
  [{ tipoContenido: 'text/plain\u007f' }, /^s tipoContenido: Tiene caracteres que una cabecera/],
  [
    { cabeceras: [{ nombre: 'con espacio', valor: 1 }] },
    /^s cabeceras\[0\]\.nombre: No es un nombre de cabecera\.$/,
  ],
  [
    {
      cabeceras: [
        { nombre: 'X-A', valor: 1 },
        { nombre: 'x-a', valor: 2 },
      ],
    },
    /^s cabeceras\[1\]\.nombre: La cabecera «x-a» está repetida\.$/,
  ],
  [
    { cabeceras: [{ nombre: '__proto__', valor: 1 }] },
    /^s cabeceras\[0\]\.nombre: El nombre «__proto__» está reservado\.$/,
  ],
])('%j is found', (campos, expected) => {
  const flujo = flujoDe([{ id: 's', tipo: 'salida', ...campos }], 'e>s')
  expect(describeHallazgos(validateFlujo(flujo, depsOf()))).toEqual([expect.stringMatching(expected)])
})
