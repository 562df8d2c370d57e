import { isDeepStrictEqual } from 'node:util'
import {
  type AppError,
  type CambioDeFila,
  type CambioHecho,
  type Columna,
  DatosInvalidos,
  type ErrorDeCampo,
  type Limits,
  RevisionObsoleta,
} from '@div/contract'
import type { Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { compileFila, type Datos } from '../../motor/tablas/compile-fila.ts'
import {
  deleteFilas,
  type FilaGuardada,
  findByClave,
  findFilas,
  findTaken,
  insertFilas,
  replaceDatos,
} from '../../motor/tablas/filas-repository.ts'
import { REPETIDO } from './read-import.ts'
import { columnasOf } from './repository.ts'
import { showFila } from './show-fila.ts'

/** One change, and what is to become of it. */
interface Decided {
  /** Undefined: it is a new one. */
  before: FilaGuardada | undefined
  /** Null: it goes. */
  datos: Datos | null
  /** Of a new one that came with it. */
  clave?: string | undefined
  /** An earlier call, whose answer was lost, has made the row like this. */
  isDone?: boolean
  refusal: AppError | null
  /** Of a row that somebody else changed or removed: what there is now. */
  actual?: FilaGuardada | null
}

/** Writes every change that is right, and says of each what became of it. */
export async function writeCambios(
  trx: Transaction<Database>,
  tabla: Row<'tablas'>,
  { cambios, limits }: { cambios: readonly CambioDeFila[]; limits: Limits },
): Promise<CambioHecho[]> {
  const ids = cambios.flatMap((cambio) => (cambio.accion === 'crear' ? [] : cambio.id))
  const stored = new Map((await findFilas(trx, tabla.id, ids)).map((fila) => [fila.id, fila]))
  const claves = cambios.flatMap((cambio) => (cambio.accion === 'crear' ? (cambio.clave ?? []) : []))
  const made = await findByClave(trx, tabla.id, claves)
  const columnas = columnasOf(tabla)
  const coerce = compileFila(columnas)
  const decided = cambios.map((cambio) =>
    cambio.accion === 'crear'
      ? decideNew(cambio, made.get(cambio.clave ?? ''), coerce)
      : decideStored(cambio, stored.get(cambio.id), coerce),
  )
  await refuseRepetidas(trx, { tablaId: tabla.id, columnas, decided })

  const standing = decided.filter(({ refusal }) => refusal === null)
  const removed = standing.flatMap(({ before, datos }) => (before && datos === null ? before.id : []))
  const edited = standing.flatMap(({ before, datos, isDone }) =>
    before && datos && !isDone ? { id: before.id, datos } : [],
  )
  const added = standing.flatMap(({ before, datos, clave }) => (!before && datos ? [{ datos, clave }] : []))
  if (removed.length > 0) await deleteFilas(trx, tabla.id, removed)
  if (edited.length > 0) await replaceDatos(trx, tabla.id, edited)
  const filas = added.map(({ datos }) => datos)
  const called = added.map(({ clave }) => clave ?? null)
  const newIds = added.length > 0 ? await insertFilas(trx, tabla.id, { filas, claves: called, limits }) : []
  return decided.map((each) => describe(each, newIds))
}

type Coerce = ReturnType<typeof compileFila>

function decideStored(
  cambio: Exclude<CambioDeFila, { accion: 'crear' }>,
  before: FilaGuardada | undefined,
  coerce: Coerce,
): Decided {
  if (before?.revision !== cambio.revision) {
    return { before, datos: null, refusal: new RevisionObsoleta(), actual: before ?? null }
  }
  if (cambio.accion === 'eliminar') return { before, datos: null, refusal: null }
  return { before, ...coerced({ ...before.datos, ...cambio.datos }, coerce) }
}

/** `made`: what an earlier call has made of the same row. Somebody may have gone on writing in it since, here or elsewhere. */
function decideNew(
  { datos: given, clave }: Extract<CambioDeFila, { accion: 'crear' }>,
  made: FilaGuardada | undefined,
  coerce: Coerce,
): Decided {
  const decided = { before: made, clave, ...coerced(given, coerce) }
  if (made === undefined || decided.refusal !== null) return decided
  const isDone = isDeepStrictEqual(JSON.parse(JSON.stringify(decided.datos)), made.datos)
  if (isDone || made.revision === 1) return { ...decided, isDone }
  return { before: made, datos: null, refusal: new RevisionObsoleta(), actual: made }
}

function coerced(given: Datos, coerce: Coerce): Pick<Decided, 'datos' | 'refusal'> {
  const errores: ErrorDeCampo[] = []
  const datos = coerce(given, '', errores)
  return { datos, refusal: errores.length === 0 ? null : new DatosInvalidos(undefined, { errores }) }
}

/**
 * Refuses what repeats a unique value. Rows of one call may exchange theirs: what counts is how they all stand in the end. A row that is
 * refused keeps its old value, which another may have taken: so it is looked at again until nothing more is refused.
 */
async function refuseRepetidas(
  trx: Transaction<Database>,
  {
    tablaId,
    columnas,
    decided,
  }: { tablaId: string; columnas: readonly Columna[]; decided: readonly Decided[] },
): Promise<void> {
  let isSettled = false
  while (!isSettled) {
    isSettled = true
    for (const { nombre, unico } of columnas) {
      if (!unico) continue
      const repeated = await findRepeating(trx, { tablaId, nombre, decided })
      for (const each of repeated) {
        each.refusal = new DatosInvalidos(undefined, { errores: [{ campo: nombre, mensaje: REPETIDO }] })
        isSettled = false
      }
    }
  }
}

async function findRepeating(
  trx: Transaction<Database>,
  { tablaId, nombre, decided }: { tablaId: string; nombre: string; decided: readonly Decided[] },
): Promise<Decided[]> {
  const standing = decided.filter(({ refusal }) => refusal === null)
  const keyOf = (datos: Datos | null | undefined) => JSON.stringify(datos?.[nombre] ?? null)
  const isKept = ({ before, datos }: Decided) => keyOf(before?.datos) === keyOf(datos)
  // Whoever already had the value keeps it.
  const written = standing
    .filter(({ datos }) => datos !== null)
    .toSorted((left, right) => Number(isKept(right)) - Number(isKept(left)))
  const seen = new Set(
    await findTaken(trx, tablaId, {
      columna: nombre,
      valores: written.map(({ datos }) => datos?.[nombre] ?? null),
      exceptIds: standing.flatMap(({ before }) => before?.id ?? []),
    }),
  )
  return written.filter(({ datos }) => {
    const key = keyOf(datos)
    if (key === 'null') return false
    if (seen.has(key)) return true
    seen.add(key)
    return false
  })
}

/** Takes the id of a new row from the front of `newIds`. */
function describe({ before, datos, refusal, actual, isDone }: Decided, newIds: string[]): CambioHecho {
  if (refusal !== null) {
    const { codigo, message: mensaje, errores } = refusal
    return {
      ok: false,
      codigo,
      mensaje,
      errores: [...errores],
      ...(actual !== undefined && { actual: actual && showFila(actual) }),
    }
  }
  if (datos === null) return { ok: true, fila: null }
  const fila = before
    ? { id: before.id, revision: isDone ? before.revision : before.revision + 1, datos }
    : { id: newIds.shift() ?? '', revision: 1, datos }
  return { ok: true, fila: showFila(fila) }
}
