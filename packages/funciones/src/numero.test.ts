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
    ['MEDIANA(9007199254740993; 9007199254740993)', '9007199254740993'],
    ['MEDIANA(9007199254740995; 1; 9007199254740993)', '9007199254740993'],
    ['MEDIANA("10"; 9; "9.5")', 9.5],
    ['MIN(9007199254740993; 9007199254740995)', '9007199254740993'],
    ['SUMA(9007199254740993; 2)', '9007199254740995'],
    ['SUMA(10000000000000000000; 1)', '10000000000000000001'],
    ['PROMEDIO(9007199254740993; 9007199254740995)', '9007199254740994'],
    ['PRODUCTO(9007199254740993; 1)', '9007199254740993'],
    [
      'ABS(-123456789012345678901234567890123456789012345.5)',
      '123456789012345678901234567890123456789012345.5',
    ],
    [
      'REDONDEAR("12345678901234567890123456789012345678901234567890.5")',
      '12345678901234567890123456789012345678901234567891',
    ],
    ['COCIENTE(2999999999999999; 3)', 999_999_999_999_999],
    ['COCIENTE(9007199254740990; 9007199254740991)', 0],
    ['COCIENTE(0.3; 0.1)', 3],
    ['COCIENTE(-7; 2)', -3],
    ['POTENCIA(3; 33)', 5_559_060_566_555_523],
    ['POTENCIA(3; 40)', '12157665459056928801'],
    ['POTENCIA(9007199254740993; 2)', '81129638414606699710187514626049'],
    ['POTENCIA(9007199254740993; 1)', '9007199254740993'],
    ['POTENCIA(2; -1)', 0.5],
    ['POTENCIA(3; 0.5)', 1.73205080756888],
    ['POTENCIA(2; 1000)', 1.07150860718627e301],
    ['POTENCIA("1.00000000000000001"; 2)', '1.0000000000000000200000000000000001'],
    ['RAIZ("152415787532388367501905199875019052100")', '12345678901234567890'],
    ['LN("1.00000000000000001") > 0', true],
    ['LOG(8; 2)', 3],
    ['LOG("1000000000000000000001") > 21', true],
    ['ALEATORIO(9007199254740993; 9007199254740993)', '9007199254740993'],
    ['SECUENCIA(9007199254740993; 9007199254740994) & ""', '["9007199254740993","9007199254740994"]'],
    ['FORMATO_NUMERO(9007199254740993; 0)', '9.007.199.254.740.993'],
    ['CENTIMOS(9007199254740993)', '900719925474099300'],
  ])('%s is %j', (formula, expected) => {
    expect(evaluate(formula)).toBe(expected)
  })
})

test.each([
  ['SUMA(1; "x")', '«+» necesita números y recibió «x»'],
  ['RAIZ(-1)', 'RAIZ no tiene resultado'],
  ['LN(0)', 'LN no tiene resultado'],
  ['POTENCIA(10; 400)', 'POTENCIA no tiene resultado'],
  ['POTENCIA(-8; "0.33333333333333333")', 'POTENCIA no tiene resultado'],
  ['RAIZ("-12345678901234567")', 'RAIZ no tiene resultado'],
  ['LOG(8; 1)', 'LOG no tiene resultado'],
  ['MEDIANA(1; "x")', 'MEDIANA necesita números y recibió «x»'],
  ['MEDIANA(1; "1e999")', 'MEDIANA no puede calcular con «1e999»: es demasiado grande'],
  [
    'ABS(REPETIR("9"; 61))',
    'ABS no puede calcular con «9999999999999999999999999999999999999999…» en «numero»: tiene más de 60 cifras',
  ],
  ['NUMERO(REPETIR("9"; 61))', 'tiene más de 60 cifras'],
  ['ALEATORIO(2; 1)', 'ALEATORIO necesita un mínimo que no pase del máximo'],
  ['COCIENTE(1; 0)', 'división por cero'],
  ['RESIDUO(1; 0)', 'división por cero'],
  ['REDONDEAR("abc")', 'REDONDEAR necesita un número en «numero» y recibió «abc»'],
  ['REDONDEAR([1])', 'REDONDEAR necesita un número en «numero» y recibió una lista'],
])('%s fails: %s', (formula, sentence) => {
  expect(() => evaluate(formula)).toThrow(
    expect.objectContaining({ codigo: 'EXPRESION_FALLIDA', message: expect.stringContaining(sentence) }),
  )
})
