import { CuerpoInvalido } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

const parse = (source: string | Buffer) => parseJson(source, { profundidad: 64 })
const isText = (text: string) => !text.includes('\0') && text.isWellFormed()
const safeKey = fc
  .string()
  .filter((key) => !['__proto__', 'constructor', 'prototype'].includes(key) && isText(key))
const { value: document } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, false, 0, -0, 1e300),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'binary' }).filter(isText),
    fc.array(tie('value')),
    fc.dictionary(safeKey, tie('value'), { noNullPrototype: true }),
  ),
}))

test('every document without repeated keys is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(document, fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(parse(text)).toStrictEqual(JSON.parse(text))
      expect(parse(Buffer.from(`\ufeff${text}`))).toStrictEqual(JSON.parse(text.toWellFormed()))
    }),
  )
})

test('any text is read as JSON.parse reads it or refused as CuerpoInvalido', () => {
  const noise = fc.array(
    fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '1', 'a', '\\', '\\u0061', ' ', '\n', 'null'),
  )
  fc.assert(
    fc.property(noise, (parts) => {
      const text = parts.join('')
      try {
        expect(parse(text)).toStrictEqual(JSON.parse(text))
      } catch (error) {
        expect(error).toBeInstanceOf(CuerpoInvalido)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('long texts end where JSON says, whatever they escape', () => {
  const part = fc.constantFrom('x', '\\', '"', ':', '{', 'á', '😀', 'x'.repeat(30))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 90 }), (parts) => {
      const text = JSON.stringify({ [`k${parts.join('')}`]: [parts.join('')], otra: 1 })
      expect(parse(text)).toStrictEqual(JSON.parse(text))
      expect(() => parse(text.replace('"otra"', '"b":2,"b"'))).toThrow('está repetida')
    }),
  )
})

const HALF = 'contiene la mitad de un carácter Unicode (un sustituto suelto)'

test.each([
  ['', 'está vacío'],
  ['  ', 'está vacío'],
  ['{"a":1,"a":2}', 'la clave «a» está repetida (línea 1, columna 8)'],
  ['{"a":1,\n"\\u0061":2}', 'la clave «a» está repetida (línea 2, columna 1)'],
  ['[{"b":[{"c":1,"c":1}]}]', 'la clave «c» está repetida (línea 1, columna 15)'],
  ['{"__proto__":{"admin":true}}', 'la clave «__proto__» no se admite (línea 1, columna 2)'],
  ['{"x":{"constructor":1}}', 'la clave «constructor» no se admite (línea 1, columna 7)'],
  ['{"\\u005f_proto__":1}', 'la clave «__proto__» no se admite (línea 1, columna 2)'],
  ['"a\\u0000b"', 'contiene un carácter nulo (línea 1, columna 1)'],
  ['"a\\ud83d"', `${HALF} (línea 1, columna 1)`],
  ['{"a":\n["\\uDE00\\uD83D"]}', `${HALF} (línea 2, columna 2)`],
  ['{"a\\udfff":1}', `${HALF} (línea 1, columna 2)`],
  ['["\\\\\\ud83d"]', `${HALF} (línea 1, columna 2)`],
  ['{"a":', 'termina antes de tiempo'],
  ['{"a" 1}', 'se esperaba «:» (línea 1, columna 6)'],
  ['{a:1}', 'se esperaba una clave entre comillas (línea 1, columna 2)'],
  ['[1,]', 'se esperaba un valor (línea 1, columna 4)'],
  ['[1 2]', 'se esperaba «,» o «]» (línea 1, columna 4)'],
  ['01', 'sobra texto (línea 1, columna 2)'],
  ['NaN', 'se esperaba un valor (línea 1, columna 1)'],
  ['"\t"', 'el texto entre comillas no está bien escrito (línea 1, columna 1)'],
  ['['.repeat(100_000), 'supera la profundidad máxima de 64'],
  [Buffer.from([0x22, 0xff, 0x22]), 'no es UTF-8 válido'],
])('%j is refused: %s', (source, motivo) => {
  expect(() => parse(source)).toThrow(new CuerpoInvalido({ motivo }))
})

test('both halves of a character are that character, and an escaped backslash escapes nothing', () => {
  expect(parse('["\\ud83d\\ude00","\\\\ud83d"]')).toEqual(['😀', '\\ud83d'])
})

test('escaped backslashes before u0000 are no NUL, and colons in texts are no members', () => {
  expect(parse('{"a:b":"\\\\u0000 {[:","c":"\\\\"}')).toEqual({ 'a:b': '\\u0000 {[:', c: '\\' })
})

test.each([
  ['12345678901234567.89', '12345678901234567.89'],
  ['9007199254740993', '9007199254740993'],
  ['9007199254740991', 9_007_199_254_740_991],
  ['0.30000000000000004', 0.30000000000000004],
  ['1.50000000000000000000', 1.5],
  ['100000000000000000000', 1e20],
  ['1e400', '1e400'],
  ['-1E+400', '-1E+400'],
  ['1.5e3', 1500],
  ['"1234567890123456789"', '1234567890123456789'],
])('the number %s is read without losing a digit', (text, expected) => {
  expect(parse(`{"n":${text}}`)).toEqual({ n: expected })
})
