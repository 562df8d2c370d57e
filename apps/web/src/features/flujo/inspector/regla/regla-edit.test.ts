import { OPERADORES, type Regla, reglaSchema } from '@div/nodos/catalogo'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addFila,
  addGroup,
  groupWithNext,
  isGroup,
  itemsOf,
  moveItem,
  newFila,
  newRegla,
  putFila,
  type ReglaPath,
  removeItem,
  setOperador,
  setWord,
  ungroup,
} from './regla-edit.ts'

const fila = (valor: string) => ({ ...newFila(), izquierda: { valor } })
/** `a y (b o c)` */
function write(regla: Regla): string {
  const word = 'y' in regla ? ' y ' : ' o '
  return itemsOf(regla)
    .map((item) => (isGroup(item) ? `(${write(item)})` : String(item.izquierda.valor ?? '·')))
    .join(word)
}
const RULE: Regla = { y: [fila('a'), { o: [fila('b'), fila('c')] }, fila('d')] }

describe('of a y (b o c) y d', () => {
  test.each<[string, (regla: Regla) => Regla, string]>([
    ['a row is added', (regla) => addFila(regla, []), 'a y (b o c) y d y ·'],
    ['a row is added inside', (regla) => addFila(regla, [1]), 'a y (b o c o ·) y d'],
    ['a group is added', (regla) => addGroup(regla, []), 'a y (b o c) y d y (·)'],
    ['a group is added inside', (regla) => addGroup(regla, [1]), 'a y (b o c o (·)) y d'],
    ['a row goes', (regla) => removeItem(regla, [0]), '(b o c) y d'],
    ['a group goes', (regla) => removeItem(regla, [1]), 'a y d'],
    [
      'the last row of a group takes it along',
      (regla) => removeItem(removeItem(regla, [1, 0]), [1, 0]),
      'a y d',
    ],
    ['the group is joined otherwise', (regla) => setWord(regla, [1], 'y'), 'a y (b y c) y d'],
    ['all is joined otherwise', (regla) => setWord(regla, [], 'o'), 'a o (b o c) o d'],
    ['two become a group', (regla) => groupWithNext(regla, [1]), 'a y ((b o c) o d)'],
    ['the last has none after it', (regla) => groupWithNext(regla, [2]), 'a y (b o c) y d'],
    ['a group is taken apart', (regla) => ungroup(regla, [1]), 'a y b y c y d'],
    ['a row moves', (regla) => moveItem(regla, [0], 1), '(b o c) y a y d'],
    ['the first moves no further up', (regla) => moveItem(regla, [0], -1), 'a y (b o c) y d'],
    ['a row is another', (regla) => putFila(regla, [1, 1], fila('x')), 'a y (b o x) y d'],
  ])('%s', (_, edit, expected) => {
    expect(write(edit(RULE))).toBe(expected)
  })
})

test('the last row that goes leaves an empty one', () => {
  expect(removeItem(newRegla(), [0])).toEqual(newRegla())
})

test('an operator that compares with nothing has no right side, and gets one again', () => {
  const bare = setOperador(newFila(), 'vacio')
  expect('derecha' in bare).toBe(false)
  expect(setOperador(bare, 'mayor').derecha).toEqual({ valor: '' })
})

const path = fc.array(fc.nat(3), { maxLength: 3 })
type Edit = (regla: Regla) => Regla
const withPath = (make: (path: ReglaPath) => Edit) => path.map(make)
const edit: fc.Arbitrary<Edit> = fc.oneof(
  withPath((at) => (regla) => addFila(regla, at)),
  withPath((at) => (regla) => addGroup(regla, at)),
  withPath((at) => (regla) => removeItem(regla, at)),
  withPath((at) => (regla) => groupWithNext(regla, at)),
  withPath((at) => (regla) => ungroup(regla, at)),
  withPath((at) => (regla) => moveItem(regla, at, 1)),
  withPath((at) => (regla) => setWord(regla, at, 'o')),
  fc.tuple(path, fc.constantFrom(...OPERADORES)).map(
    ([at, operador]): Edit =>
      (regla) =>
        putFila(regla, at, setOperador(newFila(), operador)),
  ),
)

test('whatever is done to a rule, it stays one', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
      const regla = edits.reduce((before, each) => each(before), newRegla())
      expect(reglaSchema.parse(regla)).toEqual(regla)
    }),
  )
})
