import type { TipoDato } from '@div/contract'
import { expect, test } from 'vitest'
import { limitsOf, withValidacion } from './validacion-fields.ts'

test.each<[TipoDato, readonly string[]]>([
  ['entero', ['minimo', 'maximo']],
  ['texto', ['largoMinimo', 'largoMaximo']],
  ['lista', ['largoMinimo', 'largoMaximo']],
  ['booleano', []],
])('%s has the limits %j', (tipo, expected) => {
  expect(limitsOf(tipo).map(({ field }) => field)).toEqual(expected)
})

test('a limit that is taken away leaves the others; the last one leaves nothing', () => {
  expect(withValidacion({ minimo: 1 }, { maximo: 2 })).toEqual({ minimo: 1, maximo: 2 })
  expect(withValidacion({ minimo: 1, maximo: 2 }, { minimo: undefined })).toEqual({ maximo: 2 })
  expect(withValidacion({ minimo: 1 }, { minimo: undefined })).toBeUndefined()
})
