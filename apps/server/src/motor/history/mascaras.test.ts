import { expect, test } from 'vitest'
import { checkMascaras, compileMascaras } from './mascaras.ts'

const chosen = (patronesOcultos: string[], camposOcultos: string[] = []) => ({
  patronesOcultos,
  camposOcultos,
})

test.each([
  ['[0-9]{4}', null],
  ['(a', '«(a» no es una expresión regular (RE2).'],
  // A look behind needs more than linear time: RE2 has none.
  ['(?<=x)a', '«(?<=x)a» no es una expresión regular (RE2).'],
  ['x*', '«x*» coincide también con nada.'],
])('of the pattern %s is said: %s', (patron, mensaje) => {
  const errores = mensaje === null ? [] : [{ campo: 'patronesOcultos[0]', mensaje }]
  expect(checkMascaras(chosen([patron]))).toEqual(errores)
})

test('names are compared without case, hyphens and underscores', () => {
  const { hidesField } = compileMascaras(chosen([], ['Nro_Tarjeta']))
  expect([hidesField('nrotarjeta'), hidesField('tarjeta')]).toEqual([true, false])
})

test('a text of a pattern that would take others for ever is read in linear time', () => {
  const { hideIn } = compileMascaras(chosen(['(a+)+$']))
  expect(hideIn?.(`${'a'.repeat(5_000)}b`)).toBe(`${'a'.repeat(5_000)}b`)
})
