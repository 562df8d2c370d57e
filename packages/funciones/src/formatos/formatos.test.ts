import { Binario } from '@div/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate } from '../testing.ts'

/** Any text of whole characters. */
const text = fc.string({ unit: 'binary', maxLength: 30 })
const scalar = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null))
const key = fc.string({ unit: 'grapheme', maxLength: 8 }).filter((each) => !isForbidden(each))

function isForbidden(name: string): boolean {
  return ['__proto__', 'constructor', 'prototype'].includes(name)
}

describe('what is written is read as the same', () => {
  test.each([
    ['base64', 'DE_BASE64(A_BASE64(a))'],
    ['bytes in base64', 'TEXTO_DE_BINARIO(BINARIO(A_BASE64(a)))'],
    ['hexadecimal', 'DE_HEX(A_HEX(a))'],
    ['an address', 'DECODIFICAR_URL(CODIFICAR_URL(a))'],
    ['JSON', 'DE_JSON(A_JSON(a))'],
  ])('a text as %s', (_, formula) => {
    fc.assert(
      fc.property(text, (a) => {
        expect(evaluate(formula, { a })).toBe(a)
      }),
    )
  })

  test('bytes as base64 and as hexadecimal', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
        const a = new Binario(bytes)
        expect(evaluate('BINARIO(A_BASE64(a))', { a })).toEqual(a)
        expect(evaluate('A_HEX(a)', { a })).toBe(Buffer.from(bytes).toString('hex'))
      }),
    )
  })

  test('any value as JSON', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        scalar,
        fc.array(tie('value')),
        fc.dictionary(key, tie('value'), { noNullPrototype: true }),
      ),
    }))
    fc.assert(
      fc.property(value, (a) => {
        expect(evaluate('DE_JSON(A_JSON(a))', { a })).toEqual(a)
      }),
    )
  })

  test('rows as CSV, whatever the texts hold', () => {
    const header = fc.stringMatching(/^[a-zñ]{1,5}$/)
    const cell = fc.oneof(
      text,
      fc.constantFrom(',', ';', '"', '""', '\n', '\r\n', ' a ', "'", '=1+1', 'a,"b"\nc'),
    )
    const table = fc.uniqueArray(header, { minLength: 2, maxLength: 4 }).chain((headers) =>
      fc.array(
        fc
          .tuple(...headers.map(() => cell))
          .map((cells) => Object.fromEntries(headers.map((name, index) => [name, cells[index]]))),
        { minLength: 1, maxLength: 5 },
      ),
    )
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';', '\t', '|'), (a, s) => {
        // A row of empty texts only is an empty line to other programs.
        fc.pre(a.every((row) => Object.values(row).some((value) => value !== '')))
        expect(evaluate('DE_CSV(A_CSV(a; s); s)', { a, s })).toEqual(a)
      }),
    )
  })

  test('elements, attributes and lists as XML', () => {
    const name = fc.stringMatching(/^[a-zA-Zñ_][a-z0-9ñ_.-]{0,5}$/).filter((each) => !isForbidden(each))
    const content = fc.string({ unit: 'grapheme', maxLength: 10 }).map((each) => `${each}\r\n\t<&>"'`)
    const { element } = fc.letrec((tie) => ({
      element: fc.oneof(
        { maxDepth: 3 },
        content,
        fc
          .record({
            attributes: fc.dictionary(
              name.map((each) => `@${each}`),
              content,
              { maxKeys: 2 },
            ),
            children: fc.dictionary(
              name,
              fc.oneof(tie('element'), fc.array(content, { minLength: 2, maxLength: 3 })),
              {
                minKeys: 1,
                maxKeys: 3,
              },
            ),
          })
          .map(({ attributes, children }) => ({ ...attributes, ...children })),
      ),
    }))
    fc.assert(
      fc.property(element, (a) => {
        expect(evaluate('DE_XML(A_XML({ raiz: a })).raiz', { a })).toEqual(a)
      }),
    )
  })
})

describe('a number that a double does not hold is kept as it was written', () => {
  test.each<[string, unknown]>([
    ['DE_JSON("{\\"a\\":9007199254740993}").a', '9007199254740993'],
    ['DE_JSON("12345678901234567890")', '12345678901234567890'],
    ['DE_JSON("[-9007199254740993, 0.1234567890123456789]")', ['-9007199254740993', '0.1234567890123456789']],
    ['DE_JSON("1.2345678901234567890e5")', '1.2345678901234567890e5'],
    ['DE_JSON("1e400")', '1e400'],
    [
      'DE_JSON("[1, 1.0, 1e2, 4503599627370497, 100000000000000000000]")',
      [1, 1, 100, 4_503_599_627_370_497, 1e20],
    ],
    ['DE_JSON("{\\"a\\":9007199254740993}").a + 2', '9007199254740995'],
    ['A_BASE(123456789012345678901234567890; 16)', '18ee90ff6c373e0ee4e3f0ad2'],
    ['A_BASE(9007199254740993; 2)', `1${'0'.repeat(52)}1`],
    ['A_BASE(-255; 16)', '-ff'],
    ['A_BASE(100000000000000000000000; 10)', '100000000000000000000000'],
    ['A_HEX(9007199254740991)', '1fffffffffffff'],
    ['A_HEX(100000000000000000000)', '56bc75e2d63100000'],
    ['A_HEX("4111111111111111")', '34'.concat('31'.repeat(15))],
    ['A_HEX(BINARIO(A_BASE64("9007199254740993")))', '39303037313939323534373430393933'],
  ])('%s is %j', (formula, expected) => {
    expect(evaluate(formula)).toEqual(expected)
  })

  test('whole numbers of any size', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 59n), max: 10n ** 59n }),
        fc.integer({ min: 2, max: 36 }),
        (n, base) => {
          const a = String(n)
          expect(evaluate('TEXTO(DE_JSON(a) = a) & A_BASE(a; base)', { a, base })).toBe(
            `VERDADERO${n.toString(base)}`,
          )
        },
      ),
    )
  })
})

describe('a condition written as a text', () => {
  test.each<[string, unknown]>([
    ['LOGICO("VERDADERO")', true],
    ['LOGICO("no")', false],
    ['LOGICO("2")', true],
    ['LOGICO(9007199254740993)', true],
    ['LOGICO(NULO)', null],
  ])('%s is %j', (formula, expected) => {
    expect(evaluate(formula)).toBe(expected)
  })

  test.each([
    ['LOGICO("quizás")', '«quizás» no es verdadero ni falso'],
    ['LOGICO("")', '«» no es verdadero ni falso'],
    ['LOGICO([1])', 'una lista no es verdadero ni falso'],
    ['SI("quizás"; 1; 2)', 'se esperaba verdadero o falso y se recibió «quizás»'],
    ['FILTRAR(["a"]; elemento)', 'se esperaba verdadero o falso y se recibió «a»'],
  ])('%s: %s', (formula, sentence) => {
    expect(() => evaluate(formula)).toThrow(sentence)
  })
})

test.each<[string, unknown]>([
  ['DE_CSV("a,a, b ,,\\n1,2,3,4,5")', [{ a: '1', a_1: '2', b: '3', '': '4', _1: '5' }]],
  ['DE_CSV("a;b\\n\\n1;2\\n")', [{ a: '1', b: '2' }]],
  ['DE_CSV("a\\n1\\n2")', [{ a: '1' }, { a: '2' }]],
  ['DE_CSV("toString,valueOf\\n1,2")', [{ toString: '1', valueOf: '2' }]],
  ['DE_CSV("a,b")', []],
  ['DE_CSV("")', []],
])('%s is %j', (formula, expected) => {
  expect(evaluate(formula)).toEqual(expected)
})

describe('what is malformed or dangerous is refused', () => {
  test.each([
    ['DE_JSON("{\\"a\\": {\\"__proto__\\": 1}}")', '__proto__'],
    ['DE_JSON("{\\"constructor\\": 1}")', 'constructor'],
    ['DE_JSON("{a: 1}")', 'no es JSON'],
    ['DE_JSON("")', 'no es JSON'],
    ['DE_JSON(REPETIR("["; 1000000))', 'demasiados niveles'],
    ['DE_JSON(REPETIR("{\\"a\\":"; 65) & "1")', 'demasiados niveles'],
    ['DE_CSV("a,__proto__\\n1,2")', '__proto__'],
    ['DE_CSV("a,b\\n1,2,3")', 'línea 2: tiene 3 valores y se esperaban 2'],
    ['DE_CSV("a,b\\n1,\\"2")', 'línea 2: las comillas que se abren no se cierran'],
    ['DE_XML("<__proto__/>")', '__proto__'],
    ['DE_XML("<a><b></a>")', 'mal formado en la línea 1'],
    ['DE_XML(REPETIR("<a>"; 100000))', 'demasiados niveles'],
    ['DE_XML("<!DOCTYPE a [<!ENTITY b \\"c\\">]><a>&b;</a>")', 'DOCTYPE'],
    ['A_XML({ "a b": 1 })', 'no puede ser el nombre de un elemento'],
    ['A_XML({ a: { "@b=\\"": 1 } })', 'no puede ser el nombre de un atributo'],
    ['A_XML({ a: 1; b: 2 })', 'un solo campo'],
    ['A_XML({ a: [1; 2] })', 'un XML tiene una sola raíz y «a» es una lista de 2 elementos'],
    ['A_XML({ a: [] })', 'un XML tiene una sola raíz y «a» es una lista de 0 elementos'],
    [
      'A_XML({ a: { b: [[1; 2]; [3]] } })',
      'una lista dentro de otra, como en «b», no se puede escribir en XML',
    ],
    ['A_XML({ a: CARACTER(1) })', 'el XML no puede llevar el carácter U+0001'],
    ['A_XML({ a: { "@b": CARACTER(65535) } })', 'el XML no puede llevar el carácter U+FFFF'],
    ['A_CSV([1; 2])', 'el elemento 1 de la lista no es un objeto'],
    ['A_CSV([{ a: 1 }; NULO])', 'el elemento 2 de la lista no es un objeto'],
    ['A_CSV([[1; 2]])', 'el elemento 1 de la lista no es un objeto'],
    ['A_CSV([HOY()])', 'el elemento 1 de la lista no es un objeto'],
    ['A_CSV([{ a: 1 }]; "\\n")', 'el separador del CSV es un carácter'],
    ['A_HEX(1.5)', 'A_HEX necesita un número entero y recibió «1.5»'],
    ['A_HEX(9007199254740993)', '«9007199254740993» puede ser un número o un texto: use A_BASE'],
    ['A_BASE(2.7; 2)', 'A_BASE necesita un número entero y recibió «2.7»'],
    ['A_BASE("2.00000000000000000001"; 2)', 'A_BASE necesita un número entero'],
    ['A_BASE(2; 2.5)', 'la base es un entero de 2 a 36'],
    ['A_BASE(2; 37)', 'la base es un entero de 2 a 36'],
    ['DE_BASE64("%")', 'no es base64'],
    ['DE_BASE64("/w==")', 'no son un texto UTF-8'],
    ['DE_HEX("f")', 'no es hexadecimal'],
    ['DECODIFICAR_URL("%ff")', 'no está bien codificado'],
  ])('%s: %s', (formula, sentence) => {
    expect(() => evaluate(formula)).toThrow(
      expect.objectContaining({ codigo: 'EXPRESION_FALLIDA', message: expect.stringContaining(sentence) }),
    )
  })

  test('brackets inside texts are no levels', () => {
    const a = { abre: '['.repeat(500), comillas: `"${'{'.repeat(500)}\\` }
    expect(evaluate('DE_JSON(A_JSON(a))', { a })).toEqual(a)
  })
})
