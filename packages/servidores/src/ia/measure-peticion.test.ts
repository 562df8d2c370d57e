import { expect, test } from 'vitest'
import { measurePeticion, measureTextos, usoOf } from './measure-peticion.ts'
import { tokensOf } from './tokens.ts'

test('a prompt takes no more tokens than its bytes, and a little for each message', () => {
  expect(measurePeticion(['¿Qué?', 'ñ'], { maxTokens: 50 })).toEqual({ entrada: 7 + 2 + 32, salida: 50 })
  expect(measureTextos(['día'])).toEqual({ entrada: 4 + 16, salida: 0 })
})

test('a picture takes what the dearest service takes for one', () => {
  expect(measurePeticion(['a'], { maxTokens: 1, imagenes: 2 }).entrada).toBe(1 + 16 + 100_000)
})

test('a shape is sent too', () => {
  const { entrada } = measurePeticion([], { maxTokens: 1, schema: { type: 'object' } })
  expect(entrada).toBe('{"type":"object"}'.length + 1_024)
})

test.each([12.5, -5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])(
  'a service that reports %s tokens has told nothing',
  (tokens) => {
    const inputTokenDetails = { cacheReadTokens: tokens }
    expect(
      usoOf({ inputTokens: tokens, outputTokens: tokens, inputTokenDetails }, { entrada: 90, salida: 30 }),
    ).toEqual({ entrada: 90, salida: 30, cacheada: 0 })
    expect(tokensOf({ inputTokens: tokens, outputTokens: 0 })).toEqual({ entrada: null, salida: 0 })
  },
)

test('what a service does not tell is the most that it can be', () => {
  const maximo = { entrada: 90, salida: 30 }
  expect(usoOf({ inputTokens: 11, outputTokens: undefined }, maximo)).toEqual({
    entrada: 11,
    salida: 30,
    cacheada: 0,
  })
  const inputTokenDetails = { cacheReadTokens: 8 }
  expect(usoOf({ inputTokens: 11, outputTokens: 7, inputTokenDetails }, maximo)).toEqual({
    entrada: 11,
    salida: 7,
    cacheada: 8,
  })
})
