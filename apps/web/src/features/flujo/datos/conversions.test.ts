import { fitTipo, TIPOS_DATO } from '@div/contract'
import { type Computed, computingWith } from '@div/nodos/muestras'
import { describe, expect, test } from 'vitest'
import { conversionFor, convert, readConversion } from './conversions.ts'
import { tipoOfValue } from './tipo-of-value.ts'

const { computeOrigen } = computingWith()

const PAIRS = TIPOS_DATO.flatMap((declared) => TIPOS_DATO.map((given) => [declared, given] as const))

describe('where one type is declared and another given', () => {
  test.each(PAIRS.filter(([declared, given]) => fitTipo(declared, given) === 'convertible'))(
    '%s can be made of %s',
    (declared, given) => {
      const conversion = conversionFor(declared, given)
      expect(conversion && fitTipo(declared, conversion.tipo)).toBe('igual')
    },
  )

  test.each(PAIRS.filter(([declared, given]) => fitTipo(declared, given) === 'igual'))(
    '%s needs no conversion of %s',
    (declared, given) => {
      expect(conversionFor(declared, given)).toBeNull()
    },
  )
})

const computed = (expresion: string): Computed => computeOrigen({ expresion }, { salidas: new Map() })

test.each([
  ['entero', 'texto', '"12"', 12, 'entero'],
  ['entero', 'decimal', '12.7', 12, 'entero'],
  ['decimal', 'texto', '"12.5"', 12.5, 'decimal'],
  ['texto', 'entero', '7', '7', 'texto'],
  ['texto', 'lista', '[1; 2]', '[1,2]', 'texto'],
  ['booleano', 'texto', '"sí"', true, 'booleano'],
  ['lista', 'texto', '"[1]"', [1], 'lista'],
] as const)('%s of %s: %s becomes %j', (declared, given, expresion, expected, tipo) => {
  const conversion = conversionFor(declared, given)
  if (conversion === null) throw new Error('there is one')
  expect(computed(convert(expresion, conversion))).toEqual({ clase: 'valor', valor: expected })
  expect(tipoOfValue(expected)).toBe(tipo)
  expect(readConversion(convert(expresion, conversion))).toEqual({
    inner: expresion,
    conversion: expect.objectContaining({ funciones: conversion.funciones }),
  })
})

test.each([['FECHA(n1.a); FECHA(n1.b)'], ['SUMA(n1.a)'], ['n1.a']])('%s only computes', (expresion) => {
  expect(readConversion(expresion)?.inner ?? null).not.toBe('n1.a')
})
