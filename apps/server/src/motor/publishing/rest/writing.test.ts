import { AppError, Binario, Fecha, LIMITS } from '@div/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRateLimiter } from '../rate-limit.ts'
import { negotiate } from './accept.ts'
import { etagOf, formatAnswer, matchesEtag } from './answer.ts'
import { writeCsv } from './write-csv.ts'
import { writeXml } from './write-xml.ts'
import { parseXml } from './xml-reader.ts'

describe('the answer is negotiated', () => {
  test.each([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['text/html, application/xml;q=0.9, */*;q=0.8', 'json'],
    ['application/xml;q=0.9, */*;q=0.8', 'xml'],
    ['text/csv', 'csv'],
    ['application/xml;q=0.2, application/json;q=0.1', 'xml'],
    ['application/*', 'json'],
    ['application/json;q=0, */*', 'xml'],
  ])('Accept: %s → %s', (accept, format) => {
    expect(negotiate(accept, [])).toBe(format)
  })

  test('what is not offered is 406 and says what is', () => {
    expect(() => negotiate('image/png', [])).toThrow(AppError)
    expect(() => negotiate('image/png', [])).toThrow(/application\/json/)
  })

  test('a salida that decides its own type is not refused', () => {
    expect(negotiate('image/png', ['image/png'])).toBe('json')
  })
})

describe('an answer', () => {
  const respuesta = (cuerpo: unknown, tipoContenido: string | null = null) => ({
    estadoHttp: 200,
    cabeceras: {},
    tipoContenido,
    cuerpo,
  })

  test.each<[string, unknown, string | null, string, string | Buffer]>([
    [
      'an object is JSON',
      { a: new Fecha(2026, 1, 2) },
      null,
      'application/json; charset=utf-8',
      '{"a":"2026-01-02"}',
    ],
    ['null is JSON', null, null, 'application/json; charset=utf-8', 'null'],
    ['bytes are bytes', new Binario(Buffer.from('x')), null, 'application/octet-stream', Buffer.from('x')],
    ['declared text is itself', '<p>', 'text/html', 'text/html; charset=utf-8', '<p>'],
    ['text declared JSON is JSON text', 'x', 'application/json', 'application/json', '"x"'],
    ['declared CSV is written', [{ a: 1 }], 'text/csv', 'text/csv; charset=utf-8', 'a\r\n1\r\n'],
    [
      'declared bytes keep their type',
      new Binario(Buffer.from('x')),
      'image/png',
      'image/png',
      Buffer.from('x'),
    ],
  ])('%s', (_what, cuerpo, tipoContenido, contentType, payload) => {
    expect(formatAnswer(respuesta(cuerpo, tipoContenido), 'json')).toMatchObject({ contentType, payload })
  })

  test('without a reached salida is 204', () => {
    expect(formatAnswer(undefined, 'json')).toMatchObject({ status: 204, payload: '' })
  })

  test.each([
    [etagOf('a'), true],
    [`W/${etagOf('a')}`, true],
    [`"otra", ${etagOf('a')}`, true],
    ['*', true],
    ['"otra"', false],
  ])('If-None-Match: %s matches: %s', (header, expected) => {
    expect(matchesEtag(header, etagOf('a'))).toBe(expected)
  })
})

test.each<[string, unknown, string]>([
  ['fields', { a: 1, b: '<&>' }, '<a>1</a><b>&lt;&amp;&gt;</b>'],
  ['a list', { filas: [{ a: 1 }, { a: 2 }] }, '<filas><a>1</a></filas><filas><a>2</a></filas>'],
  ['null', { a: null }, '<a xsi:nil="true"/>'],
  ['a name that XML has not', { '1 x': 2 }, '<campo nombre="1 x">2</campo>'],
  ['attributes', { d: { '@a': 'x"\n', '#': 'texto\r' } }, '<d a="x&quot;&#10;">texto&#13;</d>'],
  ['no attribute that is not plain', { '@a': [1] }, '<campo nombre="@a">1</campo>'],
  [
    'lists in lists',
    { l: [[1, 2], [3]] },
    '<l><elemento>1</elemento><elemento>2</elemento></l><l><elemento>3</elemento></l>',
  ],
  ['what XML cannot hold', { a: 'x\u0001y' }, '<a>xy</a>'],
  ['a list at the top', [1, 2], '<elemento>1</elemento><elemento>2</elemento>'],
])('XML writes %s', (_what, value, content) => {
  expect(writeXml(value)).toBe(
    `<?xml version="1.0" encoding="UTF-8"?><respuesta xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</respuesta>`,
  )
})

test('what is written as XML is read back', () => {
  const name = fc.constantFrom('a', 'b', 'c', '@d', '@e')
  const text = fc.string({
    unit: fc.constantFrom('x', 'é', '<', '&', '"', "'", '😀', '\n', '\r', ' ', ']]>'),
  })
  const { fields } = fc.letrec((tie) => ({
    fields: fc.dictionary(name, tie('value'), { minKeys: 1, noNullPrototype: true }).map(keepPlainAttributes),
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.constant(null),
      tie('fields'),
      fc.array(fc.oneof(text, fc.constant(null)), { minLength: 2 }),
    ),
  }))
  fc.assert(
    fc.property(fields, (value) => {
      fc.pre(typeof value === 'object' && value !== null && Object.keys(value).length > 0)
      expect(parseXml(writeXml(value), LIMITS)).toEqual(value)
    }),
  )
})

/** An attribute is a text; an object without fields is an empty element. */
function keepPlainAttributes(fields: object): object | string {
  const kept = Object.entries(fields).filter(
    ([name, value]) => !name.startsWith('@') || typeof value === 'string',
  )
  return kept.length === 0 ? '' : Object.fromEntries(kept)
}

test.each<[string, unknown, string]>([
  [
    'a list of records',
    [
      { a: 1, b: 'x,y' },
      { a: 2, c: 'dijo "no"' },
    ],
    'a,b,c\r\n1,"x,y",\r\n2,,"dijo ""no"""\r\n',
  ],
  ['the only list of an object', { total: 1, filas: [{ a: 1 }] }, 'a\r\n1\r\n'],
  ['one record', { a: 1, d: { e: 2 } }, 'a,d\r\n1,"{""e"":2}"\r\n'],
  ['plain values', [1, 2], 'valor\r\n1\r\n2\r\n'],
  ['nothing', [], ''],
])('CSV writes %s', (_what, value, text) => {
  expect(writeCsv(value)).toBe(text)
})

describe('a rate limit', () => {
  test('lets a burst through, then as many as a minute refills', () => {
    const limiter = createRateLimiter({ porMinuto: 60, rafaga: 2 })
    expect([limiter('a', 0), limiter('a', 0), limiter('a', 0)].map((each) => each.allowed)).toEqual([
      true,
      true,
      false,
    ])
    expect(limiter('a', 500)).toMatchObject({ allowed: false, retrySeconds: 1 })
    expect(limiter('a', 1_000)).toMatchObject({ allowed: true, remaining: 0 })
  })

  test('is per caller, and a clock that goes back takes nothing away', () => {
    const limiter = createRateLimiter({ porMinuto: 1, rafaga: 2 })
    limiter('a', 1_000_000)
    expect(limiter('a', 0)).toMatchObject({ allowed: true })
    expect(limiter('b', 0)).toMatchObject({ allowed: true, remaining: 1 })
  })
})
