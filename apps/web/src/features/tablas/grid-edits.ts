import type { CambioDeFila, CambioHecho, ErrorDeCampo, Fila } from '@div/contract'
import { makeUuid } from '../../shared/make-uuid.ts'

export type Valores = Readonly<Record<string, unknown>>

/** A row that somebody has changed here: as it is stored, and as it is to be. */
interface RowEdit {
  /** Null: it is not stored. */
  base: Fila | null
  /** Null: it is to go. */
  wanted: Valores | null
  /** What the server said of what was sent; gone with the next change. */
  errores: readonly ErrorDeCampo[]
  /** What somebody else stored meanwhile, where both changed the same; `actual` null: they removed it. */
  conflict: { actual: Fila | null } | null
}

/** One step of undo: each row before and after. */
type Step = readonly { key: string; before: Valores | null; after: Valores | null }[]

/** Everything that was changed in a grid, by the key of its row: the id, or of a row made here a name of its own. */
export interface GridEdits {
  rows: ReadonlyMap<string, RowEdit>
  /** The keys of rows that were made here and are stored since, by their id. */
  keys: ReadonlyMap<string, string>
  undo: readonly Step[]
  redo: readonly Step[]
  made: number
}

export const NO_EDITS: GridEdits = { rows: new Map(), keys: new Map(), undo: [], redo: [], made: 0 }

/** Steps that can be undone. */
const MAX_UNDO = 200

/** A row as the grid knows it: stored, or made here (`base` null). */
export interface RowRef {
  key: string
  base: Fila | null
}

export function keyOf(edits: GridEdits, fila: Fila): string {
  return edits.keys.get(fila.id) ?? fila.id
}

/** What the row holds as it is seen; null: it is to go. */
export function valuesOf(edits: GridEdits, { key, base }: RowRef): Valores | null {
  const edit = edits.rows.get(key)
  return edit === undefined ? base && valuesIn(base) : edit.wanted
}

/** Rows that were made here and are not stored yet, in their order. */
export function newRows(edits: GridEdits): string[] {
  return [...edits.rows]
    .filter(([, { base, wanted }]) => base === null && wanted !== null)
    .map(([key]) => key)
}

export interface CellChange extends RowRef {
  column: string
  value: unknown
}

export function setCells(edits: GridEdits, changes: readonly CellChange[]): GridEdits {
  const wanted = new Map<string, { base: Fila | null; values: Valores }>()
  for (const { key, base, column, value } of changes) {
    const values = wanted.get(key)?.values ?? valuesOf(edits, { key, base })
    // What is to go is not written to.
    if (values === null) continue
    wanted.set(key, { base, values: { ...values, [column]: value } })
  }
  return take(
    edits,
    [...wanted].map(([key, { base, values }]) => ({ key, base, after: values })),
  )
}

/** New rows with the keys that `nextKeys` told. */
export function addRows(edits: GridEdits, rows: readonly Valores[]): GridEdits {
  const keys = nextKeys(edits, rows.length)
  const added = take(
    edits,
    rows.map((after, index) => ({ key: keys[index] ?? '', base: null, after })),
  )
  return { ...added, made: edits.made + rows.length }
}

export function nextKeys({ made }: GridEdits, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `nueva-${made + index}`)
}

export function removeRows(edits: GridEdits, rows: readonly RowRef[]): GridEdits {
  return take(
    edits,
    rows.map((row) => ({ ...row, after: null })),
  )
}

function take(edits: GridEdits, changes: readonly (RowRef & { after: Valores | null })[]): GridEdits {
  const step = changes
    .map(({ key, base, after }) => ({ key, base, before: valuesOf(edits, { key, base }), after }))
    .filter(({ before, after }) => !isSame(before, after))
  if (step.length === 0) return edits
  const rows = new Map(edits.rows)
  for (const { key, base, after } of step) rows.set(key, edited(rows.get(key), base, after))
  return { ...edits, rows, undo: [...edits.undo, step].slice(-MAX_UNDO), redo: [] }
}

function edited(edit: RowEdit | undefined, base: Fila | null, wanted: Valores | null): RowEdit {
  return {
    base: edit === undefined ? base : edit.base,
    wanted,
    errores: [],
    conflict: edit?.conflict ?? null,
  }
}

export function undo(edits: GridEdits): GridEdits {
  const step = edits.undo.at(-1)
  if (step === undefined) return edits
  return { ...replay(edits, step, 'before'), undo: edits.undo.slice(0, -1), redo: [...edits.redo, step] }
}

export function redo(edits: GridEdits): GridEdits {
  const step = edits.redo.at(-1)
  if (step === undefined) return edits
  return { ...replay(edits, step, 'after'), undo: [...edits.undo, step], redo: edits.redo.slice(0, -1) }
}

function replay(edits: GridEdits, step: Step, side: 'before' | 'after'): GridEdits {
  const rows = new Map(edits.rows)
  for (const each of step) {
    const edit = rows.get(each.key)
    rows.set(each.key, edited(edit, null, replayed(edit?.wanted ?? null, each, side)))
  }
  return { ...edits, rows }
}

/** Of a row that was written to only the columns that the step changed: what somebody else stored in the others stands. */
function replayed(wanted: Valores | null, each: Step[number], side: 'before' | 'after'): Valores | null {
  const { before, after } = each
  const target = each[side]
  if (wanted === null || before === null || after === null || target === null) return target
  const changed = Object.keys({ ...before, ...after }).filter(
    (column) => !isSame(before[column], after[column]),
  )
  return { ...wanted, ...Object.fromEntries(changed.map((column) => [column, target[column] ?? null])) }
}

/** What is still to be stored, as the API takes it. What was refused waits until somebody changes it. */
export function pendingCambios(edits: GridEdits): { key: string; cambio: CambioDeFila }[] {
  return [...edits.rows].flatMap(([key, edit]) => {
    if (edit.errores.length > 0 || edit.conflict !== null) return []
    const cambio = cambioOf(edit)
    return cambio === null ? [] : [{ key, cambio }]
  })
}

/** Null: it stands as it is wanted. */
function cambioOf({ base, wanted }: RowEdit): CambioDeFila | null {
  if (base === null) return wanted === null ? null : { accion: 'crear', datos: wanted }
  const { id, revision } = base
  if (wanted === null) return { accion: 'eliminar', id, revision }
  const datos = changesOf(base, wanted)
  return Object.keys(datos).length === 0 ? null : { accion: 'editar', id, revision, datos }
}

/** The columns in which a row is to differ from what is stored. */
function changesOf(base: Fila, wanted: Valores): Record<string, unknown> {
  return Object.fromEntries(Object.entries(wanted).filter(([column, value]) => !isSame(base[column], value)))
}

/** What is not stored for good: still to be sent, refused, or in conflict. */
export function countUnsaved(edits: GridEdits): number {
  return [...edits.rows.values()].filter((edit) => edit.conflict !== null || cambioOf(edit) !== null).length
}

/** What became of the changes that were sent; what was changed again meanwhile is still to be sent. */
export function takeResults(
  edits: GridEdits,
  sent: readonly { key: string; cambio: CambioDeFila }[],
  resultados: readonly CambioHecho[],
): GridEdits {
  const rows = new Map(edits.rows)
  const keys = new Map(edits.keys)
  sent.forEach(({ key, cambio }, index) => {
    const edit = rows.get(key)
    const resultado = resultados[index]
    if (edit === undefined || resultado === undefined) return
    rows.set(key, resultado.ok ? stored(edit, cambio, resultado.fila) : refused(edit, cambio, resultado))
    const fila = resultado.ok ? resultado.fila : resultado.actual
    if (fila) keys.set(fila.id, key)
  })
  return { ...edits, rows, keys }
}

function stored(edit: RowEdit, cambio: CambioDeFila, fila: Fila | null): RowEdit {
  if (fila === null || edit.wanted === null) return { ...edit, base: fila }
  // The server takes values to their type: what it made of them is what was wanted, unless somebody went on.
  const sent: Valores = cambio.accion === 'eliminar' ? {} : cambio.datos
  const later = Object.entries(edit.wanted).filter(
    ([column, value]) => column in sent && !isSame(sent[column], value),
  )
  const untold = Object.entries(edit.wanted).filter(
    ([column, value]) => !(column in sent) && edit.base !== null && !isSame(edit.base[column], value),
  )
  return { ...edit, base: fila, wanted: { ...valuesIn(fila), ...Object.fromEntries([...later, ...untold]) } }
}

function refused(
  edit: RowEdit,
  cambio: CambioDeFila,
  { errores, mensaje, actual }: CambioHecho & { ok: false },
): RowEdit {
  if (actual === undefined) {
    return { ...edit, errores: errores.length > 0 ? errores : [{ campo: '', mensaje }] }
  }
  return rebase(edit, cambio, actual)
}

/** Somebody else stored the row meanwhile. Where both changed other columns, both changes stand. */
function rebase(edit: RowEdit, cambio: CambioDeFila, actual: Fila | null): RowEdit {
  const { base, wanted } = edit
  if (actual === null && (wanted === null || cambio.accion === 'eliminar'))
    return { ...edit, base: null, wanted: null }
  if (actual === null || base === null || wanted === null) return { ...edit, conflict: { actual } }
  const mine = changesOf(base, wanted)
  const isDisputed = Object.keys(mine).some(
    (column) => !isSame(base[column], actual[column]) && !isSame(mine[column], actual[column]),
  )
  if (isDisputed) return { ...edit, conflict: { actual } }
  return { ...edit, base: actual, wanted: { ...valuesIn(actual), ...mine } }
}

/** A person has chosen whose version of a row stands. */
export function settleConflict(edits: GridEdits, key: string, side: 'mine' | 'theirs'): GridEdits {
  const edit = edits.rows.get(key)
  if (!edit?.conflict) return edits
  const { actual } = edit.conflict
  const theirs = actual && valuesIn(actual)
  const mine =
    edit.wanted && edit.base && actual ? { ...theirs, ...changesOf(edit.base, edit.wanted) } : edit.wanted
  const rows = new Map(edits.rows).set(key, {
    base: actual,
    wanted: side === 'mine' ? mine : theirs,
    errores: [],
    conflict: null,
  })
  return { ...edits, rows }
}

/**
 * A new row goes with a key of its own, the same at every attempt: of one whose answer was lost the server knows that it has it. `claves`
 * keeps them.
 */
export function withClaves(
  sent: readonly { key: string; cambio: CambioDeFila }[],
  claves: Map<string, string>,
): CambioDeFila[] {
  return sent.map(({ key, cambio }) => {
    if (cambio.accion !== 'crear') return cambio
    const clave = claves.get(key) ?? makeUuid()
    claves.set(key, clave)
    return { ...cambio, clave }
  })
}

/** The tabla has other columns: what was stored is shown as it is read now, and what was not is still to be sent. */
export function keepUnsaved(edits: GridEdits): GridEdits {
  const kept = [...edits.rows].filter(([, edit]) => edit.conflict !== null || cambioOf(edit) !== null)
  return { ...edits, rows: new Map(kept), undo: [], redo: [] }
}

/** Everything that is not stored goes; what is stored stays. */
export function discardUnsaved(edits: GridEdits): GridEdits {
  const kept = [...edits.rows].filter(([, edit]) => edit.conflict === null && cambioOf(edit) === null)
  return { ...edits, rows: new Map(kept), undo: [], redo: [] }
}

function valuesIn({ id: _, revision: __, ...values }: Fila): Valores {
  return values
}

function isSame(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left ?? null) === JSON.stringify(right ?? null)
}
