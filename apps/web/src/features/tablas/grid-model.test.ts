import type { Fila } from '@div/contract'
import { expect, test } from 'vitest'
import { addRows, NO_EDITS, removeRows, setCells, takeResults } from './grid-edits.ts'
import { errorAt, linesOf, textAt } from './grid-model.ts'

const FILAS: Fila[] = [
  { id: '1', revision: 1, n: 1.5 },
  { id: '2', revision: 1, n: 2 },
]
const lines = (edits = NO_EDITS, isReadOnly = false) =>
  linesOf({ edits, total: 3, filaAt: (index) => FILAS[index], isReadOnly })
const states = (given: ReturnType<typeof linesOf>) =>
  Array.from({ length: given.count }, (_, index) => given.rowAt(index)?.state)
const [first] = FILAS
const ref = { key: '1', base: first ?? null }

test('the grid holds the stored rows, those that were made, and one line to write in', () => {
  expect(states(lines())).toEqual(['stored', 'stored', undefined, 'blank'])
  expect(states(lines(addRows(NO_EDITS, [{ n: 9 }])))).toEqual([
    'stored',
    'stored',
    undefined,
    'new',
    'blank',
  ])
  expect(lines(NO_EDITS, true)).toMatchObject({ count: 3, blankAt: null })
})

test('before it is known how many rows are stored there is none to write in', () => {
  const unread = linesOf({ edits: NO_EDITS, total: null, filaAt: () => undefined, isReadOnly: false })
  expect(unread).toMatchObject({ count: 0, blankAt: null })
  expect(unread.rowAt(0)).toBeUndefined()
})

test('a row says whether it is changed or to go', () => {
  const changed = setCells(NO_EDITS, [{ ...ref, column: 'n', value: 7 }])
  expect(lines(changed).rowAt(0)).toMatchObject({ state: 'changed', values: { n: 7 } })
  expect(lines(removeRows(changed, [ref])).rowAt(0)).toMatchObject({ state: 'removed', values: null })
})

test('once a change is stored, the row shows what is read of it', () => {
  const changed = setCells(NO_EDITS, [{ ...ref, column: 'n', value: 7 }])
  const sent = [{ key: '1', cambio: { accion: 'editar', id: '1', revision: 1, datos: { n: 7 } } } as const]
  const stored = takeResults(changed, sent, [{ ok: true, fila: { id: '1', revision: 2, n: 7 } }])
  expect(lines(stored).rowAt(0)).toMatchObject({ state: 'stored', values: { n: 1.5 } })
})

test('what is wrong with a row as a whole is told at its first cell', () => {
  const edits = {
    ...NO_EDITS,
    rows: new Map([
      ['1', { base: null, wanted: {}, conflict: null, errores: [{ campo: '', mensaje: 'Mal.' }] }],
    ]),
  }
  expect(errorAt(edits, '1', 'n', true)).toBe('Mal.')
  expect(errorAt(edits, '1', 'm', false)).toBeUndefined()
})

test('a row that is to go still says what it held', () => {
  const columna = { nombre: 'n', tipo: 'decimal', requerido: false, unico: false, descripcion: '' } as const
  expect(textAt(lines(removeRows(NO_EDITS, [ref])).rowAt(0), columna)).toBe('1,5')
})
