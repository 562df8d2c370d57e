import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { labelNodos, showNombres, storeNombres } from './nodo-labels.ts'

const nodo = (id: string, nombre: string) => ({ id, nombre })

describe('labels', () => {
  test.each([
    ['a name of its own', [nodo('n1', 'Entrada')], { n1: 'Entrada' }],
    [
      'one name of two',
      [nodo('n1', 'Buscar'), nodo('n2', 'Buscar')],
      { n1: 'Buscar (n1)', n2: 'Buscar (n2)' },
    ],
    [
      'a name that looks like such a one',
      [nodo('n1', 'X'), nodo('n2', 'X'), nodo('n3', 'X (n1)')],
      { n1: 'X (n1) (n1)', n2: 'X (n2)', n3: 'X (n1) (n3)' },
    ],
    ['no name', [nodo('n1', ' ')], { n1: 'n1' }],
    ['what would end it', [nodo('n1', 'a "b" «c»')], { n1: "a 'b' 'c'" }],
  ])('%s', (_, nodos, expected) => {
    expect(Object.fromEntries(labelNodos(nodos))).toEqual(expected)
  })
})

const LABELS = labelNodos([nodo('n1', 'Entrada'), nodo('n2', 'Buscar cliente')])

test.each([
  ['n2.filas[0].email', '«Buscar cliente».filas[0].email'],
  ['n1.n2 & n2.n1', '«Entrada».n2 & «Buscar cliente».n1'],
  ['"n1" & n1.a', '"n1" & «Entrada».a'],
  ['{ n1: n1 }', '{ n1: «Entrada» }'],
  ['n9.x', 'n9.x'],
  ['SI(n1.a; n2', 'SI(«Entrada».a; «Buscar cliente»'],
])('%s is shown as %s', (stored, shown) => {
  expect(showNombres(stored, LABELS)).toBe(shown)
  expect(storeNombres(shown, LABELS)).toBe(stored)
})

test.each([
  ['« Entrada ».id', 'n1.id'],
  ['«Nadie».id', '«Nadie».id'],
  ['"«Entrada»"', '"«Entrada»"'],
])('%s is stored as %s', (shown, stored) => {
  expect(storeNombres(shown, LABELS)).toBe(stored)
})

test('whatever nodes are called, what is shown is stored as it was', () => {
  const nodos = fc.uniqueArray(
    fc.record({ id: fc.stringMatching(/^[a-z]\w{0,3}$/), nombre: fc.string({ maxLength: 8 }) }),
    { selector: ({ id }) => id, maxLength: 6 },
  )
  fc.assert(
    fc.property(
      nodos,
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(...' .;()[]{}:"\\+&0aé"\n'), fc.string({ maxLength: 3 }))),
      (drawn, parts) => {
        const ids = drawn.map(({ id }) => id)
        const stored = parts
          .map(
            ([index, between, text]) => (ids[index % ids.length] ?? '') + between + text.replace(/[«»]/g, ''),
          )
          .join('')
        const labels = labelNodos(drawn)
        expect(storeNombres(showNombres(stored, labels), labels)).toBe(stored)
      },
    ),
  )
})
