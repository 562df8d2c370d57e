import { Binario, Fecha } from '@div/contract'
import { expect, test } from 'vitest'
import { createRedactor } from './redactor.ts'
import { createSampler } from './sample.ts'

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
  expect(JSON.parse(samplerOf().sample(value))).toEqual(expected)
})

test('what does not fit is left out, says so, and the sample is still JSON', () => {
  const sampler = samplerOf({ maxChars: 200 })
  const rows = Array.from({ length: 1_000 }, (_each, index) => ({ id: index, nombre: `cliente ${index}` }))
  const text = sampler.sample({ filas: rows, total: 1_000 })
  expect(text.length).toBeLessThan(400)
  const sample = JSON.parse(text)
  expect(sample.filas.at(-1)).toMatch(/^… \d+ más$/)
  expect(sample['…']).toBe('hay más campos')
})

test('a long text is cut, and a secret in it is hidden before', () => {
  const text = samplerOf({ maxChars: 30, secrets: ['SECRETO-LARGO-DE-VERDAD'] }).sample(
    `${'x'.repeat(20)}SECRETO-LARGO-DE-VERDAD`,
  )
  expect(JSON.parse(text)).toBe(`${'x'.repeat(20)}•••…`)
})

test('nesting without end is cut', () => {
  let value: unknown = 1
  for (let depth = 0; depth < 100; depth++) value = [value]
  expect(samplerOf().sample(value)).toContain('"…"')
})
