import {
  type Columna,
  columnaSchema,
  DatosInvalidos,
  Duplicado,
  type ErrorDeCampo,
  type Limits,
  NoEncontrado,
} from '@div/contract'
import type { ContextoInterno, FilaDeTabla, InternoTablas } from '@div/servidores'
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { compileFila, type Datos } from '../tablas/compile-fila.ts'
import { findTaken, insertFila } from '../tablas/filas-repository.ts'
import { cancelledBy } from './cancelled-by.ts'
import { changeOwnDatabase, inOwnDatabase } from './own-database.ts'

interface Tabla {
  id: string
  columnas: readonly Columna[]
}

/** The tablas of the product as the nodes of a flujo read and write them: a row is its columns with its `id` and `revision`. */
export function createInternoTablas({
  db,
  limits,
}: {
  db: Kysely<Database>
  limits: Pick<Limits, 'filasTabla'>
}): InternoTablas {
  return {
    find: (nombre, { donde, limite }, context) =>
      inOwnDatabase(context, async () => {
        const { signal } = context
        const { id, columnas } = await findTabla(db, nombre, signal)
        const matching = db.selectFrom('tablaFilas').where('tablaId', '=', id).where(matches(columnas, donde))
        const rows = await matching
          .select(['id', 'revision', 'datos'])
          .orderBy('id')
          .limit(limite)
          .execute(cancelledBy(signal))
        const { total } = await matching
          .select((select) => select.fn.countAll<string>().as('total'))
          .executeTakeFirstOrThrow(cancelledBy(signal))
        return { filas: rows.map(toFila), total: Number(total) }
      }),

    insert: (nombre, fila, context) =>
      change(db, { nombre, context }, async (trx, { id, columnas }) => {
        const datos = coerce(columnas, fila)
        await refuseTaken(trx, { id, columnas }, datos)
        return toFila(await insertFila(trx, id, { datos, limits }))
      }),

    update: (nombre, { donde, cambios }, context) =>
      change(db, { nombre, context }, async (trx, { id, columnas }) => {
        const changed = columnas.filter((columna) => Object.hasOwn(cambios, columna.nombre))
        const datos = coerce(changed, cambios)
        await refuseTaken(trx, { id, columnas: changed }, datos)
        const { numUpdatedRows } = await trx
          .updateTable('tablaFilas')
          .set({
            datos: sql<string>`datos || ${JSON.stringify(datos)}::jsonb`,
            revision: sql<number>`revision + 1`,
          })
          .where('tablaId', '=', id)
          .where(matches(columnas, donde))
          .executeTakeFirstOrThrow()
        return Number(numUpdatedRows)
      }),

    remove: (nombre, { donde }, context) =>
      change(db, { nombre, context }, async (trx, { id, columnas }) => {
        const { numDeletedRows } = await trx
          .deleteFrom('tablaFilas')
          .where('tablaId', '=', id)
          .where(matches(columnas, donde))
          .executeTakeFirstOrThrow()
        return Number(numDeletedRows)
      }),
  }
}

async function findTabla(db: Kysely<Database>, nombre: string, signal?: AbortSignal): Promise<Tabla> {
  const row = await db
    .selectFrom('tablas')
    .select(['id', 'columnas'])
    .where('nombre', '=', nombre)
    .executeTakeFirst(cancelledBy(signal))
  if (!row) throw new NoEncontrado({ recurso: 'la tabla', id: nombre })
  return { id: row.id, columnas: row.columnas.map((columna) => columnaSchema.parse(columna)) }
}

/** The row of the tabla is touched too: that is how the motor learns that its index is old. */
function change<Result>(
  db: Kysely<Database>,
  { nombre, context }: { nombre: string; context: ContextoInterno },
  work: (trx: Transaction<Database>, tabla: Tabla) => Promise<Result>,
): Promise<Result> {
  return changeOwnDatabase(db, context, async (trx) => {
    const tabla = await findTabla(trx, nombre)
    await trx
      .updateTable('tablas')
      .set({ actualizadoEn: sql`clock_timestamp()` })
      .where('id', '=', tabla.id)
      .execute()
    return work(trx, tabla)
  })
}

function coerce(columnas: readonly Columna[], given: FilaDeTabla): Datos {
  const errores: ErrorDeCampo[] = []
  const datos = compileFila(columnas)(given, '', errores)
  if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
  return datos
}

/** The rows whose columns equal all of the given ones; `id` is a column too. */
function matches(columnas: readonly Columna[], { id, ...donde }: FilaDeTabla) {
  const named = columnas.filter(({ nombre }) => Object.hasOwn(donde, nombre))
  const datos = coerce(
    named.map((columna) => ({ ...columna, requerido: false })),
    donde,
  )
  const byColumns = sql<SqlBool>`datos @> ${JSON.stringify(datos)}::jsonb`
  return id === undefined ? byColumns : sql<SqlBool>`${byColumns} and id::text = ${String(id)}`
}

async function refuseTaken(trx: Transaction<Database>, { id, columnas }: Tabla, datos: Datos): Promise<void> {
  for (const { nombre, unico } of columnas) {
    if (!unico) continue
    const taken = await findTaken(trx, id, { columna: nombre, valores: [datos[nombre]] })
    if (taken.size > 0) throw new Duplicado({ campo: nombre, valor: String(datos[nombre]) })
  }
}

function toFila({ id, revision, datos }: { id: string; revision: number; datos: Datos }): FilaDeTabla {
  return { ...datos, id, revision }
}
