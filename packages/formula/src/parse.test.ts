import { LIMITS } from '@div/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { print, printMinimal, sameTree, someAst } from './ast-testing.ts'
import { parseExpresion } from './parse.ts'
import { parse } from './testing.ts'

describe('precedence and association', () => {
  test.each([
    ['1 + 2 + 3', '((1 + 2) + 3)'],
    ['1 - 2 - 3', '((1 - 2) - 3)'],
    ['8 / 4 / 2', '((8 / 4) / 2)'],
    ['7 % 4 * 2', '((7 % 4) * 2)'],
    ['1 + 2 * 3', '(1 + (2 * 3))'],
    ['(1 + 2) * 3', '((1 + 2) * 3)'],
    ['-2 * 3', '((-2) * 3)'],
    ['2 - -2', '(2 - (-2))'],
    ['--2', '(-(-2))'],
    ['-a.b', '(-a.b)'],
    ['-a[0]', '(-a[0])'],
    ['1 & 2 + 3 & 4', '((1 & (2 + 3)) & 4)'],
    ['a & b = c & d', '((a & b) = (c & d))'],
    ['1 < 2 = VERDADERO', '((1 < 2) = VERDADERO)'],
    ['1 == 2', '(1 = 2)'],
    ['1 != 2', '(1 <> 2)'],
    ['a <= b Y c >= d', '((a <= b) Y (c >= d))'],
    ['a O b Y c', '(a O (b Y c))'],
    ['a Y b O c Y d', '((a Y b) O (c Y d))'],
    ['NO a = b', '(NO (a = b))'],
    ['NO a Y b', '((NO a) Y b)'],
    ['NO NO a', '(NO (NO a))'],
    ['a Y NO b O c', '((a Y (NO b)) O c)'],
    ['Y(a; b) Y O(c, d)', '(Y(a; b) Y O(c; d))'],
    ['y y y', '(y Y y)'],
    ['si(no verdadero; 1; 2)', 'si((NO VERDADERO); 1; 2)'],
  ])('%s is read as %s', (texto, expected) => {
    expect(print(parse(texto))).toBe(expected)
  })
})

describe('values', () => {
  test.each<[string, unknown]>([
    ['12', 12],
    ['1.50', 1.5],
    ['.5', 0.5],
    ['1e3', 1000],
    ['1.5E-2', 0.015],
    ['9007199254740993', '9007199254740993'],
    ['0.12345678901234567', '0.12345678901234567'],
    ['100000000000000000000', 1e20],
    ['"hola"', 'hola'],
    ['""', ''],
    ['"dice ""sí"""', 'dice "sí"'],
    [String.raw`"a\"b\\c\nd\te\rf\x"`, 'a"b\\c\nd\te\rfx'],
    ['"dos\nlíneas"', 'dos\nlíneas'],
    ['"👍 “ñ”"', '👍 “ñ”'],
    ['VERDADERO', true],
    ['falso', false],
    ['Nulo', null],
  ])('%s is %j', (texto, valor) => {
    expect(parse(texto)).toMatchObject({ valor })
  })

  test.each([
    ['[1; 2, 3]', '[1; 2; 3]'],
    ['[]', '[]'],
    ['{ a: 1; "b c": 2, año: [3] }', '{ "a": 1; "b c": 2; "año": [3] }'],
    ['{ no: 1; y: 2; verdadero: 3 }', '{ "no": 1; "y": 2; "verdadero": 3 }'],
    ['SUMA(1,5)', 'SUMA(1; 5)'],
    ['SUMA(1.5)', 'SUMA(1.5)'],
    ['n2.filas[0].first_name', 'n2.filas[0].first_name'],
    ['n2["first name"]["con \\"comillas\\""]', 'n2["first name"]["con \\"comillas\\""]'],
    ['n1.no.y.nulo', 'n1.no.y.nulo'],
    ['niño.dirección.año', 'niño.dirección.año'],
    ['MAYÚSCULAS ( n1 . a )', 'MAYÚSCULAS(n1.a)'],
    ['\u00a0 1\t+\r\n 2', '(1 + 2)'],
    ['[1; 2][n1.i]', '[1; 2][n1.i]'],
    ['F(1).a[0]', 'F(1).a[0]'],
  ])('%s is read as %s', (texto, expected) => {
    expect(print(parse(texto))).toBe(expected)
  })
})

const FALTA = 'Falta algo aquí: un valor, un operador o un paréntesis.'
const COMILLAS = 'Los textos van entre comillas rectas: "texto".'

describe('an error says what is wrong and where', () => {
  test.each<[string, number, number, string]>([
    ['', 0, 0, 'La fórmula está vacía.'],
    [' \n ', 0, 3, 'La fórmula está vacía.'],
    ['1 +', 3, 3, FALTA],
    ['(1 + 2', 6, 6, FALTA],
    ['SI(a; 1', 7, 7, FALTA],
    ['n1.', 3, 3, FALTA],
    ['n1.filas[', 9, 9, FALTA],
    ['a Y', 3, 3, FALTA],
    ['NO', 2, 2, FALTA],
    ['10%', 3, 3, FALTA],
    ['1 2', 2, 3, 'No se esperaba «2».'],
    ['1 + * 2', 4, 4, 'No se esperaba «*».'],
    ['=1', 0, 1, 'No se esperaba «=».'],
    ['a = = b', 4, 4, 'No se esperaba «=».'],
    ['(1))', 3, 4, 'No se esperaba «)».'],
    ['[1;]', 3, 3, 'No se esperaba «]».'],
    ['{a: 1,}', 6, 6, 'No se esperaba «}».'],
    ['{a 1}', 3, 3, 'No se esperaba «1».'],
    ['a\n  # b', 4, 5, 'No se esperaba «#».'],
    ['1,5', 1, 3, 'No se esperaba «,5». Los decimales se escriben con punto.'],
    ["'a'", 0, 1, `No se esperaba «'». ${COMILLAS}`],
    ['“a”', 0, 1, `No se esperaba «“». ${COMILLAS}`],
    ['2 ^ 3', 2, 3, 'No se esperaba «^». Para elevar use POTENCIA.'],
    ['a && b', 3, 3, 'No se esperaba «&». Para «y» escriba Y.'],
    ['a || b', 2, 4, 'No se esperaba «||». Para «o» escriba O.'],
    ['!a', 0, 1, 'No se esperaba «!». Para negar escriba NO.'],
    ['1 & "abc', 4, 8, 'El texto no termina: faltan las comillas de cierre.'],
    [String.raw`"abc\"`, 0, 6, 'El texto no termina: faltan las comillas de cierre.'],
    ['1 + 1e999', 4, 9, 'El número es demasiado grande.'],
  ])('%j: %i to %i', (texto, desde, hasta, mensaje) => {
    const result = parseExpresion(texto, LIMITS)
    expect(result.ok ? [] : result.errores[0]).toEqual({ desde, hasta, mensaje })
  })
})

describe('size', () => {
  const tooDeep = expect.objectContaining({ mensaje: 'La fórmula tiene más de 64 niveles.' })

  test.each([
    ['open parentheses', '('.repeat(10_000)],
    ['closed parentheses', `${'('.repeat(9_999)}1${')'.repeat(9_999)}`],
    ['minus signs', `${'-'.repeat(19_998)}1`],
    ['negations', `${'NO '.repeat(6_000)}1`],
    ['lists', '['.repeat(20_000)],
    ['objects', '{a:'.repeat(6_000)],
    ['calls', 'a('.repeat(9_000)],
    ['a path', `a${'.a'.repeat(9_000)}`],
    ['a sum', `1${'+1'.repeat(9_000)}`],
  ])('thousands of levels of %s are refused with one error', (_, texto) => {
    expect(parseExpresion(texto, LIMITS)).toEqual({ ok: false, errores: [tooDeep] })
  })

  test('a chain of hundreds of parts has one level', () => {
    expect(parseExpresion(Array(300).fill('a').join(' & ";" & '), LIMITS)).toMatchObject({ ok: false })
    expect(parseExpresion(Array(200).fill('a').join(' & ";" & '), LIMITS)).toMatchObject({ ok: true })
  })

  test('a text beyond the limit is not read', () => {
    const mensaje = 'La fórmula pasa de 20000 caracteres.'
    expect(parseExpresion('1'.repeat(20_001), LIMITS)).toEqual({
      ok: false,
      errores: [{ desde: 0, hasta: 20_001, mensaje }],
    })
  })

  test('of many errors the first are told', () => {
    const result = parseExpresion('}{;)('.repeat(1_000), LIMITS)
    expect(result.ok ? 0 : result.errores.length).toBe(10)
  })
})

describe('properties', () => {
  test('a printed tree is read as itself, with every parenthesis or with no needless one', () => {
    fc.assert(
      fc.property(someAst, (ast) => {
        expect(sameTree(parse(print(ast)))).toEqual(sameTree(ast))
        expect(sameTree(parse(printMinimal(ast)))).toEqual(sameTree(ast))
      }),
      { numRuns: 300 },
    )
  })

  test('any text yields a tree or errors within it', () => {
    const alphabet = fc.constantFrom(
      ...['a', 'n1', '1', '.5', '"x"', '"', '\\', '(', ')', '[', ']', '{', '}', ':', ';', ',', '.'],
      ...['+', '-', '*', '/', '%', '&', '=', '<', '>', ' Y ', ' O ', 'NO ', 'SI(', '\n', 'ñ', '\u0301', '😀'],
      ...['\ud800', '__proto__', 'constructor', '\0', '#', '1e9'],
    )
    const junk = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(alphabet, { maxLength: 40 }).map((parts) => parts.join('')),
      fc
        .tuple(someAst.map(print), fc.nat(200), fc.nat(3), alphabet)
        .map(([text, at, cut, add]) => text.slice(0, at) + add + text.slice(at + cut)),
    )
    fc.assert(
      fc.property(junk, (texto) => {
        const result = parseExpresion(texto, LIMITS)
        if (result.ok) return
        expect(result.errores.length).toBeGreaterThan(0)
        for (const { desde, hasta, mensaje } of result.errores) {
          expect([0 <= desde, desde <= hasta, hasta <= texto.length, mensaje !== '']).toEqual(
            Array(4).fill(true),
          )
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
