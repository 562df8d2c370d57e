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
  ['with a field of its own', { ...shown, nuevo: '•••' }, { ...stored, nuevo: '•••' }],
])('what was hidden stays what it was: %s', (_what, wanted, expected) => {
  expect(keepHidden({ wanted, shown, stored })).toEqual(expected)
})
