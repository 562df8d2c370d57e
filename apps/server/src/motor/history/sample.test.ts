import { Binario, Fecha } from '@div/contract'
import { expect, test } from 'vitest'
import { createRedactor } from './redactor.ts'
import { createSampler, Muestra } from './sample.ts'

function samplerOf({ maxChars = 4_096, secrets = [] as string[] } = {}) {
  const redactor = createRedactor()
  redactor.set('prueba', secrets)
  return createSampler({ maxChars, redactor })
}

test.each<[string, unknown, unknown]>([
  [
    'plain values as they are',
    { a: 1, b: 'x', c: [true, null], d: { e: 1.5 } },
    { a: 1, b: 'x', c: [true, null], d: { e: 1.5 } },
  ],
  [
    'days and instants as JSON does',
    [new Fecha(2026, 11, 21), new Date(0)],
    ['2026-11-21', '1970-01-01T00:00:00.000Z'],
  ],
  ['bytes by their number', { foto: new Binario(new Uint8Array(3)) }, { foto: '(binario de 3 bytes)' }],
  ['a number that JSON has not as null', [Number.NaN, Number.POSITIVE_INFINITY], [null, null]],
  ['undefined fields not at all', { a: undefined, b: 1 }, { b: 1 }],
  [
    'secret fields hidden, whatever their case',
    { Contrasena: 'x', 'api-key': 'y', usuario: 'z' },
    { Contrasena: '•••', 'api-key': '•••', usuario: 'z' },
  ],
])('a sample shows %s', (_what, value, expected) => {
  expect(JSON.parse(samplerOf().begin()(value))).toEqual(expected)
})

test('what does not fit is left out, says so, and the sample is still JSON', () => {
  const sample = samplerOf({ maxChars: 200 }).begin()
  const rows = Array.from({ length: 1_000 }, (_each, index) => ({ id: index, nombre: `cliente ${index}` }))
  const text = sample({ filas: rows, total: 1_000 })
  expect(text.length).toBeLessThan(400)
  const shown = JSON.parse(text)
  expect(shown.filas.at(-1)).toMatch(/^… \d+ más$/)
  expect(shown['…']).toBe('hay más campos')
})

test('of a long list the first items are shown', () => {
  const sampler = createSampler({ maxChars: 4_096, maxItems: 2, redactor: createRedactor() })
  expect(sampler.begin()({ filas: [1, 2, 3, 4] })).toBe('{"filas":[1,2,"… 2 más"]}')
})

test('a long text is cut, and a secret in it is hidden before', () => {
  const text = samplerOf({ maxChars: 30, secrets: ['SECRETO-LARGO-DE-VERDAD'] }).begin()(
    `${'x'.repeat(20)}SECRETO-LARGO-DE-VERDAD`,
  )
  expect(JSON.parse(text)).toBe(`${'x'.repeat(20)}•••…`)
})

test('nesting without end is cut', () => {
  let value: unknown = 1
  for (let depth = 0; depth < 100; depth++) value = [value]
  expect(samplerOf().begin()(value)).toContain('"…"')
})

test('a span holds a small value itself and only the sample of a big one', () => {
  const sampler = samplerOf({ maxChars: 100 })
  const small = { filas: [{ id: 1 }], total: 1 }
  expect(sampler.hold(small)).toBe(small)
  const held = sampler.hold({ filas: Array.from({ length: 10_000 }, (_each, id) => ({ id })), total: 10_000 })
  expect(held).toBeInstanceOf(Muestra)
  expect(JSON.parse(sampler.begin()(held)).filas[1]).toEqual({ id: 1 })
})
