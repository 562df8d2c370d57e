import { Binario, Fecha } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileMascaras } from './mascaras.ts'
import { createSampler, Muestra } from './sample.ts'
import { NO_SECRETS, SecretScope } from './secret-scope.ts'

function sampleOf({ maxChars = 4_096, secretos = NO_SECRETS } = {}) {
  return createSampler({ maxChars }).begin(secretos)
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
  expect(JSON.parse(sampleOf()(value))).toEqual(expected)
})

test('what does not fit is left out, says so, and the sample is still JSON', () => {
  const sample = sampleOf({ maxChars: 200 })
  const rows = Array.from({ length: 1_000 }, (_each, index) => ({ id: index, nombre: `cliente ${index}` }))
  const text = sample({ filas: rows, total: 1_000 })
  expect(text.length).toBeLessThan(400)
  const shown = JSON.parse(text)
  expect(shown.filas.at(-1)).toMatch(/^… \d+ más$/)
  expect(shown['…']).toBe('1 campo más')
})

test('of a long list the first items are shown', () => {
  const sampler = createSampler({ maxChars: 4_096, maxItems: 2 })
  expect(sampler.begin(NO_SECRETS)({ filas: [1, 2, 3, 4] })).toBe('{"filas":[1,2,"… 2 más"]}')
})

test('a long text is cut, and a secret in it is hidden before', () => {
  const secretos = SecretScope.of(['SECRETO-LARGO-DE-VERDAD'])
  const text = sampleOf({ maxChars: 30, secretos })(`${'x'.repeat(20)}SECRETO-LARGO-DE-VERDAD`)
  expect(JSON.parse(text)).toMatch(/^x{20}•••(?:… \d+ caracteres más)?$/)
})

test.each([
  [
    'what ends beyond what is looked through is not begun',
    `${'x'.repeat(20)}${'7'.repeat(400)}${'y'.repeat(600)}`,
  ],
  ['what shrinks what is looked through hides no cut', `${'7'.repeat(280)}${'y'.repeat(740)}`],
  ['what is cut is counted of the whole text', 'y'.repeat(1_020)],
])('of a long text in which a pattern is looked for: %s', (_what, text) => {
  const { hideIn } = compileMascaras({ camposOcultos: [], patronesOcultos: ['7{10,}y?'] })
  const sampler = createSampler({ maxChars: 30, mascaras: { hidesField: () => false, hideIn } })
  const shown = JSON.parse(sampler.begin(NO_SECRETS)(text))
  const [, kept = '', rest = ''] = /^([^…]*)… (.*) caracteres más$/.exec(shown) ?? []
  expect(kept).not.toContain('7')
  expect(Number(rest.replace(/\D/g, ''))).toBe(text.length - kept.length)
})

test('nesting without end is cut', () => {
  let value: unknown = 1
  for (let depth = 0; depth < 100; depth++) value = [value]
  expect(sampleOf()(value)).toContain('"…"')
})

test('a span holds a small value itself and only the sample of a big one', () => {
  const sampler = createSampler({ maxChars: 100 })
  const small = { filas: [{ id: 1 }], total: 1 }
  expect(sampler.hold(small, NO_SECRETS)).toBe(small)
  const rows = Array.from({ length: 10_000 }, (_each, id) => ({ id }))
  const held = sampler.hold({ filas: rows, total: 10_000 }, NO_SECRETS)
  expect(held).toBeInstanceOf(Muestra)
  expect(JSON.parse(sampler.begin(NO_SECRETS)(held)).filas[1]).toEqual({ id: 1 })
})

test('of a big value nothing is kept but its sample: what it becomes later is what the next one shows', () => {
  const sampler = createSampler({ maxChars: 10_000 })
  const rows = Array.from({ length: 300 }, (_each, id) => ({ id }))
  const first = sampler.hold({ filas: rows }, NO_SECRETS)
  rows[0] = { id: 777 }
  const second = sampler.hold({ filas: rows }, NO_SECRETS)
  expect([first, second].map((held) => String(JSON.stringify(held)).includes('777'))).toEqual([false, true])
})

test('a list that two outputs of a run share is written the same in both, as far as each has room', () => {
  const items = Array.from({ length: 6 }, (_, index) => ({
    codigo: `art-${index}`,
    'con «é» y \\': 'dos\nlíneas',
  }))
  const large = 'x'.repeat(400)
  const [alone, filled] = [{ lineas: items }, { texto: large, lineas: items }]
  const sample = sampleOf({ maxChars: 500 })
  for (const value of [alone, filled, alone, { elementos: items, total: 6 }])
    expect(sample({ ...value })).toBe(sampleOf({ maxChars: 500 })(value))
})

test('short texts are quoted as JSON quotes them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(sampleOf()([text])).toBe(JSON.stringify([text]))
    }),
  )
})
