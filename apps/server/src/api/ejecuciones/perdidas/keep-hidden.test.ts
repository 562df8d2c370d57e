import { expect, test } from 'vitest'
import { keepHidden } from './keep-hidden.ts'

const stored = { pedido: { numero: 1, clave: 'abcd' }, lineas: [{ token: 'uno' }, { token: 'dos', n: 2 }] }
const shown = {
  pedido: { numero: 1, clave: '•••' },
  lineas: [{ token: '•••' }, { token: '•••', n: 2 }],
}

test.each([
  ['as it was shown', shown, stored],
  [
    'with a field beside a hidden one',
    { ...shown, pedido: { numero: 2, clave: '•••' } },
    { ...stored, pedido: { numero: 2, clave: 'abcd' } },
  ],
  [
    'with another value in place of a hidden one',
    { ...shown, pedido: { numero: 1, clave: 'otra' } },
    { ...stored, pedido: { numero: 1, clave: 'otra' } },
  ],
  [
    'without the first of a list',
    { ...shown, lineas: [{ token: '•••', n: 2 }] },
    { ...stored, lineas: [{ token: 'dos', n: 2 }] },
  ],
  ['with a field of its own', { ...shown, nuevo: 1 }, { ...stored, nuevo: 1 }],
  [
    'with its items in another order',
    { ...shown, lineas: shown.lineas.toReversed() },
    { ...stored, lineas: stored.lineas.toReversed() },
  ],
])('what was hidden stays what it was: %s', (_what, wanted, expected) => {
  expect(keepHidden({ wanted, shown, stored })).toEqual(expected)
})

const claves = [
  { clave: 'uno', n: 1 },
  { clave: 'dos', n: 2 },
]
const hidden = claves.map((each) => ({ ...each, clave: '•••' }))

test.each([
  ['an item that was changed after another was taken out', [{ clave: '•••', n: 9 }], hidden, claves, '[0]'],
  [
    'an item that was changed in the place of one that was moved',
    [
      { clave: '•••', n: 2 },
      { clave: '•••', n: 9 },
    ],
    hidden,
    claves,
    '[1]',
  ],
  ['one of several masks', ['•••'], ['•••', '•••'], ['uno', 'dos'], '[0]'],
  ['a mask within a text', { nota: 'es ••• hoy' }, { nota: 'es •••' }, { nota: 'es 4111' }, 'nota'],
  [
    'a field that was not there',
    { a: { otra: '•••' } },
    { a: { clave: '•••' } },
    { a: { clave: 'uno' } },
    'a.otra',
  ],
])('of which value a mask is left is not guessed: %s', (_what, wanted, before, kept, campo) => {
  expect(() => keepHidden({ wanted, shown: before, stored: kept })).toThrow(
    expect.objectContaining({
      codigo: 'ENTRADA_INVALIDA',
      errores: [{ campo, mensaje: expect.any(String) }],
    }),
  )
})

test('of masks that hide the same it does not matter which is left', () => {
  expect(keepHidden({ wanted: ['•••'], shown: ['•••', '•••'], stored: ['uno', 'uno'] })).toEqual(['uno'])
})
