import { expect, test } from 'vitest'
import { callAt, callsAt } from './call-at.ts'

/** The place is where the bar stands. */
function at(marked: string) {
  const place = marked.indexOf('|')
  return [marked.replace('|', ''), place] as const
}

test.each([
  ['SI(|', 'SI', 0],
  ['SI(a; |', 'SI', 1],
  ['SI(a, b; |)', 'SI', 2],
  ['SI(IZQUIERDA(a; 1); |', 'SI', 1],
  ['SI(IZQUIERDA(a; |1); b)', 'IZQUIERDA', 1],
  ['SI((a + |', 'SI', 0],
  ['SUMA([1; 2; |', 'SUMA', 0],
  ['SI({ a: 1; b: |', 'SI', 0],
  ['SI("a;b"; |', 'SI', 1],
  ['SI("a;b|', 'SI', 0],
  ['SI("a""; b"; |', 'SI', 1],
  ['SI("a\\"; b"; |', 'SI', 1],
  ['Y (a; |', 'Y', 1],
])('%s is argument of %s', (marked, nombre, argumento) => {
  expect(callAt(...at(marked))).toMatchObject({ nombre, argumento })
})

test.each(['|', 'SI(a)|', 'a + |', '(a; |', 'SI|(a)', '[SI; |', ')|'])('%s is in no call', (marked) => {
  expect(callAt(...at(marked))).toBeNull()
})

test('all calls around a place are told from the outside in, with where their arguments begin', () => {
  expect(callsAt(...at('FILTRAR(n1.a; SI(b;|'))).toEqual([
    { nombre: 'FILTRAR', desde: 0, argumento: 1, inicios: [8, 13] },
    { nombre: 'SI', desde: 14, argumento: 1, inicios: [17, 19] },
  ])
})
