import { validateFlujo } from '@div/engine'
import { depsOf, describeHallazgos, flujoDe, llamada, runFlujo, salida } from '@div/engine/testing'
import { expect, test } from 'vitest'

test('calls its server with its parameters in their order and puts out what it answers', async () => {
  const parametros = [
    { nombre: 'b', valorAsignado: { nodo: 'e', ruta: 'n' }, orden: 2 },
    { nombre: 'a', expresion: 'e.n + 1', orden: 1 },
  ]
  const { result } = await runFlujo(
    flujoDe([llamada('p', {}, { parametros }), salida('s', { cuerpo: 'p' })], 'e>p>s'),
  )
  expect(JSON.stringify(result.respuesta?.cuerpo)).toBe('{"a":2,"b":1}')
  expect(result.pasos[1]).toMatchObject({ entrada: { a: 2, b: 1 }, salida: { a: 2, b: 1 } })
})

test('waits for a sequence before it calls', async () => {
  const parametros = [{ nombre: 'a', expresion: '"P-" & CONSECUTIVO("x")' }]
  const { result } = await runFlujo(
    flujoDe([llamada('p', {}, { parametros }), salida('s', { x: 'p.a' })], 'e>p>s'),
  )
  expect(result.respuesta?.cuerpo).toEqual({ x: 'P-1' })
})

test.each([
  ['servidorId', 'Elija un servidor.'],
  ['tipoObjeto', 'Elija qué hacer en el servidor.'],
])('without %s it says what to do', (campo, mensaje) => {
  const flujo = flujoDe([llamada('p', {}, { [campo]: undefined }), salida('s')], 'e>p>s')
  expect(describeHallazgos(validateFlujo(flujo, depsOf()))).toEqual([`p ${campo}: ${mensaje}`])
})
