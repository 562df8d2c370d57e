import type { CambioDeFila, CambioHecho, Fila } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addRows,
  countUnsaved,
  discardUnsaved,
  type GridEdits,
  keepUnsaved,
  keyOf,
  NO_EDITS,
  newRows,
  nextKeys,
  pendingCambios,
  redo,
  removeRows,
  setCells,
  settleConflict,
  takeResults,
  undo,
  valuesOf,
  withClaves,
} from './grid-edits.ts'

const fila = (id: string, values: object = {}, revision = 1): Fila => ({
  id,
  revision,
  a: 1,
  b: 'x',
  ...values,
})
const ref = (base: Fila) => ({ key: base.id, base })
const set = (edits: GridEdits, base: Fila, column: string, value: unknown) =>
  setCells(edits, [{ ...ref(base), column, value }])
const cambios = (edits: GridEdits) => pendingCambios(edits).map(({ cambio }) => cambio)
const answer = (edits: GridEdits, ...resultados: CambioHecho[]) =>
  takeResults(edits, pendingCambios(edits), resultados)
const ok = (stored: Fila | null): CambioHecho => ({ ok: true, fila: stored })
const stale = (actual: Fila | null): CambioHecho => ({
  ok: false,
  codigo: 'REVISION_OBSOLETA',
  mensaje: 'Otra persona guardó cambios.',
  errores: [],
  actual,
})

test('of a row only the columns that changed are sent, and nothing that is as it was', () => {
  const edits = set(set(NO_EDITS, fila('1'), 'a', 2), fila('1'), 'b', 'x')
  expect(cambios(edits)).toEqual([{ accion: 'editar', id: '1', revision: 1, datos: { a: 2 } }])
  expect(cambios(set(edits, fila('1'), 'a', 1))).toEqual([])
})

test('rows are made and removed', () => {
  const [key = ''] = nextKeys(NO_EDITS, 1)
  const made = setCells(addRows(NO_EDITS, [{}]), [{ key, base: null, column: 'a', value: 7 }])
  expect(newRows(made)).toEqual([key])
  const edits = removeRows(made, [ref(fila('2'))])
  expect(cambios(edits)).toEqual([
    { accion: 'crear', datos: { a: 7 } },
    { accion: 'eliminar', id: '2', revision: 1 },
  ])
  expect(cambios(removeRows(edits, [{ key, base: null }]))).toHaveLength(1)
})

test('what is stored is sent no more; a row that was made here keeps its key', () => {
  const [key = ''] = nextKeys(NO_EDITS, 1)
  const edits = answer(addRows(NO_EDITS, [{ a: '7' }]), ok(fila('9', { a: 7 })))
  expect(cambios(edits)).toEqual([])
  expect(newRows(edits)).toEqual([])
  expect(keyOf(edits, fila('9'))).toBe(key)
  expect(valuesOf(edits, { key, base: null })).toEqual({ a: 7, b: 'x' })
})

test('a new row goes with the same key at every attempt, a stored one with none', () => {
  const claves = new Map<string, string>()
  const sent = pendingCambios(set(addRows(NO_EDITS, [{ a: 7 }, { a: 8 }]), fila('1'), 'a', 2))
  const first = withClaves(sent, claves)
  expect(withClaves(sent, claves)).toEqual(first)
  const [one, other, stored] = first
  expect(one).toMatchObject({ datos: { a: 7 }, clave: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4/) })
  expect(one).not.toMatchObject({ clave: other && 'clave' in other && other.clave })
  expect(stored).not.toHaveProperty('clave')
})

test('a new row that somebody else has changed since a lost answer is that row, in conflict', () => {
  const [key = ''] = nextKeys(NO_EDITS, 1)
  const edits = answer(addRows(NO_EDITS, [{ a: 7 }]), stale(fila('9', { a: 8 }, 2)))
  expect(keyOf(edits, fila('9'))).toBe(key)
  expect(cambios(settleConflict(edits, key, 'mine'))).toEqual([
    { accion: 'editar', id: '9', revision: 2, datos: { a: 7 } },
  ])
})

test('when the columns change, what is not stored yet stays and what is stored is read anew', () => {
  const edits = set(answer(set(NO_EDITS, fila('1'), 'a', 2), ok(fila('1', { a: 2 }, 2))), fila('2'), 'a', 3)
  const kept = keepUnsaved(edits)
  expect([...kept.rows.keys()]).toEqual(['2'])
  expect(cambios(kept)).toEqual(cambios(edits))
})

test('what somebody changes while it is being stored is sent next', () => {
  const before = set(NO_EDITS, fila('1'), 'a', 2)
  const sent = pendingCambios(before)
  const during = set(set(before, fila('1'), 'a', 3), fila('1'), 'b', 'y')
  const edits = takeResults(during, sent, [ok(fila('1', { a: 2 }, 2))])
  expect(cambios(edits)).toEqual([{ accion: 'editar', id: '1', revision: 2, datos: { a: 3, b: 'y' } }])
})

test('a value that the server takes to another form is not sent again', () => {
  const edits = answer(set(NO_EDITS, fila('1'), 'a', '02'), ok(fila('1', { a: 2 }, 2)))
  expect(cambios(edits)).toEqual([])
})

test('what was refused waits, with its errors, until somebody changes it', () => {
  const refusal: CambioHecho = {
    ok: false,
    codigo: 'DATOS_INVALIDOS',
    mensaje: '',
    errores: [{ campo: 'a', mensaje: 'Se esperaba un número entero.' }],
  }
  const edits = answer(set(NO_EDITS, fila('1'), 'a', 'x'), refusal)
  expect(cambios(edits)).toEqual([])
  expect(countUnsaved(edits)).toBe(1)
  expect(edits.rows.get('1')?.errores).toHaveLength(1)
  expect(cambios(set(edits, fila('1'), 'a', 5))).toHaveLength(1)
  expect(valuesOf(discardUnsaved(edits), ref(fila('1')))).toEqual({ a: 1, b: 'x' })
})

test('changes of two people in other columns of a row both stand', () => {
  const edits = answer(set(NO_EDITS, fila('1'), 'a', 2), stale(fila('1', { b: 'suyo' }, 5)))
  expect(cambios(edits)).toEqual([{ accion: 'editar', id: '1', revision: 5, datos: { a: 2 } }])
  expect(valuesOf(edits, ref(fila('1')))).toEqual({ a: 2, b: 'suyo' })
})

test('where two people changed the same, a person chooses', () => {
  const edits = answer(set(NO_EDITS, fila('1'), 'a', 2), stale(fila('1', { a: 3, b: 'suyo' }, 5)))
  expect(cambios(edits)).toEqual([])
  expect(cambios(settleConflict(edits, '1', 'mine'))).toEqual([
    { accion: 'editar', id: '1', revision: 5, datos: { a: 2 } },
  ])
  const theirs = settleConflict(edits, '1', 'theirs')
  expect(cambios(theirs)).toEqual([])
  expect(valuesOf(theirs, ref(fila('1')))).toEqual({ a: 3, b: 'suyo' })
})

test('a row that somebody else removed is made anew or let go', () => {
  const edits = answer(set(NO_EDITS, fila('1'), 'a', 2), stale(null))
  expect(cambios(settleConflict(edits, '1', 'mine'))).toEqual([{ accion: 'crear', datos: { a: 2, b: 'x' } }])
  expect(countUnsaved(settleConflict(edits, '1', 'theirs'))).toBe(0)
  expect(countUnsaved(answer(removeRows(NO_EDITS, [ref(fila('1'))]), stale(null)))).toBe(0)
})

test('undo takes back what was written here, and nothing that somebody else stored meanwhile', () => {
  const merged = answer(set(NO_EDITS, fila('1'), 'a', 2), stale(fila('1', { b: 'suyo' }, 5)))
  expect(valuesOf(undo(merged), ref(fila('1')))).toEqual({ a: 1, b: 'suyo' })
})

test('a row that is removed and stored comes back by undo as a new one', () => {
  const edits = undo(answer(removeRows(NO_EDITS, [ref(fila('1'))]), ok(null)))
  expect(cambios(edits)).toEqual([{ accion: 'crear', datos: { a: 1, b: 'x' } }])
})

/** A server that takes everything. */
function store(edits: GridEdits): GridEdits {
  const pending = pendingCambios(edits)
  const resultados = pending.map(({ key, cambio }) => ok(afterwards(cambio, edits.rows.get(key)?.base)))
  return takeResults(edits, pending, resultados)
}

let lastId = 1_000
function afterwards(cambio: CambioDeFila, base: Fila | null | undefined): Fila | null {
  if (cambio.accion === 'eliminar') return null
  if (cambio.accion === 'crear') return { ...cambio.datos, id: String(++lastId), revision: 1 }
  return { ...base, ...cambio.datos, id: cambio.id, revision: cambio.revision + 1 }
}

const BASES = [fila('1'), fila('2'), fila('3')]
const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('set'),
      row: fc.nat({ max: 2 }),
      column: fc.constantFrom('a', 'b'),
      value: fc.nat({ max: 3 }),
    }),
    fc.record({
      kind: fc.constant('remove'),
      row: fc.nat({ max: 2 }),
      column: fc.constant('a'),
      value: fc.constant(0),
    }),
    fc.record({
      kind: fc.constant('add'),
      row: fc.constant(0),
      column: fc.constant('a'),
      value: fc.nat({ max: 3 }),
    }),
    fc.record({
      kind: fc.constant('store'),
      row: fc.constant(0),
      column: fc.constant('a'),
      value: fc.constant(0),
    }),
  ),
  { maxLength: 20 },
)

function run(
  edits: GridEdits,
  { kind, row, column, value }: { kind: string; row: number; column: string; value: number },
) {
  const base = BASES[row] ?? fila('1')
  if (kind === 'store') return store(edits)
  if (kind === 'add') return addRows(edits, [{ a: value, b: 'x' }])
  if (kind === 'remove') return removeRows(edits, [ref(base)])
  return set(edits, base, column, value)
}

const seen = (edits: GridEdits) => [
  ...BASES.map((base) => valuesOf(edits, ref(base))),
  ...nextKeys({ ...edits, made: 0 }, edits.made).map((key) => valuesOf(edits, { key, base: null })),
]

test('whatever is done, stored in between or not, undo leads back to the beginning and redo to the end', () => {
  fc.assert(
    fc.property(steps, (given) => {
      const done = given.reduce(run, NO_EDITS)
      let back = done
      for (let step = 0; step < given.length; step++) back = undo(back)
      expect(seen(back).slice(0, 3)).toEqual(BASES.map(({ a, b }) => ({ a, b })))
      expect(
        seen(back)
          .slice(3)
          .every((values) => values === null),
      ).toBe(true)
      let again = back
      for (let step = 0; step < given.length; step++) again = redo(again)
      expect(seen(again)).toEqual(seen(done))
    }),
  )
})

test('once everything is stored nothing is left to send', () => {
  fc.assert(
    fc.property(steps, (given) => {
      const done = store(given.reduce(run, NO_EDITS))
      expect(pendingCambios(done)).toEqual([])
      expect(countUnsaved(done)).toBe(0)
    }),
  )
})
