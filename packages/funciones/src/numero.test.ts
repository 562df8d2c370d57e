import { describe, expect, test } from 'vitest'
import { evaluate } from './testing.ts'

describe('money', () => {
  test.each<[string, unknown]>([
    ['REDONDEAR(1.005; 2)', 1.01],
    ['REDONDEAR(-1.005; 2)', -1.01],
    ['REDONDEAR(2.675 * 100) / 100', 2.68],
    ['REDONDEAR(0.1 + 0.2; 1) = 0.3', true],
    ['SUMA(100.1; -100)', 0.1],
    ['PROMEDIO(0.1; 0.2; 0.3)', 0.2],
    ['SUMA("0.10"; "0.20"; NULO)', 0.3],
    ['SUMA("9999999999999999.99"; 0.01)', 1e16],
    ['PORCENTAJE(33.33; 100)', 33.33],
    ['CENTIMOS(1.005)', 101],
    ['CENTIMOS("123456789012345678.91")', '12345678901234567891'],
    ['FORMATO_NUMERO("12345678901234567.895")', '12.345.678.901.234.567,90'],
    ['FORMATO_NUMERO("-1234.56789012345678901"; 3)', '-1.234,568'],
    ['FORMATO_NUMERO(-0.001)', '0,00'],
    ['FORMATO_NUMERO(1e21; 0)', '1.000.000.000.000.000.000.000'],
  ])('%s is %j', (formula, expected) => {
    expect(evaluate(formula)).toBe(expected)
  })
})

describe('whole numbers beyond 2^53', () => {
  test.each<[string, unknown]>([
    ['ENTERO("12345678901234567.9")', '12345678901234567'],
    ['ENTERO("-12345678901234567.1")', '-12345678901234568'],
    ['TECHO("12345678901234567.1")', '12345678901234568'],
    ['TRUNCAR("-12345678901234567.9")', '-12345678901234567'],
    ['ES_PAR("9007199254740993")', false],
    ['ES_PAR(9007199254740993)', false],
    ['COCIENTE("90071992547409930"; 10)', '9007199254740993'],
    ['RESIDUO("9007199254740993"; 2)', 1],
    ['ABS("-9007199254740993")', '9007199254740993'],
    ['MAX("9007199254740992"; "9007199254740993")', '9007199254740993'],
    ['9007199254740991 + 1', '9007199254740992'],
  ])('%s is %j', (formula, expected) => {
    expect(evaluate(formula)).toBe(expected)
  })
})

test.each([
  ['SUMA(1; "x")', '«+» necesita números y recibió «x»'],
  ['RAIZ(-1)', 'RAIZ no tiene resultado'],
  ['LN(0)', 'LN no tiene resultado'],
  ['POTENCIA(10; 400)', 'POTENCIA no tiene resultado'],
  ['COCIENTE(1; 0)', 'división por cero'],
  ['RESIDUO(1; 0)', 'división por cero'],
  ['REDONDEAR("abc")', 'REDONDEAR necesita un número en «numero» y recibió «abc»'],
  ['REDONDEAR([1])', 'REDONDEAR necesita un número en «numero» y recibió una lista'],
])('%s fails: %s', (formula, sentence) => {
  expect(() => evaluate(formula)).toThrow(
    expect.objectContaining({ codigo: 'EXPRESION_FALLIDA', message: expect.stringContaining(sentence) }),
  )
})
