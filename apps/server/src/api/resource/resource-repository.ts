import { DatosInvalidos, Duplicado, EnUso } from '@div/contract'
import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { containing } from '../../db/like-pattern.ts'
import { sqlStateOf } from '../../db/sql-state.ts'
import type { Database } from '../../db/tables.ts'
import type { ListQuery } from './list-query.ts'
import type { ResourceTable } from './resource-definition.ts'

/** The statements that every resource has in common. */

export async function listRows<Stored>(
  db: Kysely<Database>,
  table: ResourceTable,
  { q, categoriaId, activo, orden: { orden, direccion }, limite, desde }: ListQuery,
  narrowed: readonly RawBuilder<SqlBool>[] = [],
): Promise<{ rows: Stored[]; total: number }> {
  const conditions = [sql<SqlBool>`true`, ...narrowed]
  if (q) {
    const pattern = containing(q)
    conditions.push(
      sql<SqlBool>`unaccent(nombre || ' ' || ${hasDescripcion(table) ? sql.ref('descripcion') : ''}) ilike unaccent(${pattern})`,
    )
  }
  // What knows no category is in none.
  if (!hasCategoria(table))
    conditions.push(sql<SqlBool>`${categoriaId === null || categoriaId === 'ninguna'}`)
  else if (categoriaId === 'ninguna') conditions.push(sql<SqlBool>`categoria_id is null`)
  else if (categoriaId) conditions.push(sql<SqlBool>`categoria_id = ${categoriaId}::uuid`)
  if (activo !== '') {
    conditions.push(
      hasActivo(table) ? sql<SqlBool>`activo = ${activo === 'true'}` : sql<SqlBool>`${activo === 'true'}`,
    )
  }
  const where = sql.join(conditions, sql` and `)
  const key = orden === 'nombre' ? sql`lower(unaccent(nombre))` : sql.ref(orden)
  const down = sql.raw(direccion)
  const { rows } = await sql<Stored>`
    select * from ${sql.table(table)} where ${where} order by ${key} ${down}, id ${down}
    limit ${limite} offset ${desde}`.execute(db)
  const count = await sql<{ total: string }>`
    select count(*) as total from ${sql.table(table)} where ${where}`.execute(db)
  return { rows, total: Number(count.rows[0]?.total ?? 0) }
}

const WITHOUT_DESCRIPCION: ReadonlySet<ResourceTable> = new Set(['tokens', 'aiPrecios'])

function hasDescripcion(table: ResourceTable): boolean {
  return !WITHOUT_DESCRIPCION.has(table)
}

const WITHOUT_CATEGORIA: ReadonlySet<ResourceTable> = new Set([
  'tokens',
  'categorias',
  'alertas',
  'calendarios',
  'colecciones',
  'entornosDiv',
  'aiCapabilities',
  'aiContextos',
  'aiAgentes',
  'ragColecciones',
  'aiPresupuestos',
  'aiPrecios',
])

export function hasCategoria(table: ResourceTable): boolean {
  return !WITHOUT_CATEGORIA.has(table)
}

const WITH_ACTIVO: ReadonlySet<ResourceTable> = new Set([
  'servidores',
  'canales',
  'tareasProgramadas',
  'alertas',
  'aiCapabilities',
  'aiAgentes',
  'aiPresupuestos',
])

export function hasActivo(table: ResourceTable): boolean {
  return WITH_ACTIVO.has(table)
}

/**
 * How a row is held until the transaction ends. Whoever stores something that names it shares its key: to remove it, or to give it
 * another name, means to wait for them; to change it does not.
 */
export type RowLock = 'change' | 'remove'

const LOCKS: Readonly<Record<RowLock, string>> = { change: 'for no key update', remove: 'for update' }

/** Undefined: there is none. */
export async function findRow<Stored>(
  db: Kysely<Database>,
  table: ResourceTable,
  {
    id,
    lock,
    visible,
  }: { id: string; lock?: RowLock | undefined; visible?: RawBuilder<SqlBool> | null | undefined },
): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    select * from ${sql.table(table)} where id = ${id}::uuid and ${visible ?? sql`true`}
    ${sql.raw(lock ? LOCKS[lock] : '')}`.execute(db)
  return rows[0]
}

export async function insertRow<Stored>(
  trx: Transaction<Database>,
  table: ResourceTable,
  values: Readonly<Record<string, unknown>>,
): Promise<Stored> {
  const columns = Object.keys(values)
  const { rows } = await translateConflict(
    sql<Stored>`
      insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values (${sql.join(Object.values(values))}) returning *`.execute(trx),
    values,
  )
  return one(rows)
}

export async function updateRow<Stored>(
  trx: Transaction<Database>,
  table: ResourceTable,
  { id, values }: { id: string; values: Readonly<Record<string, unknown>> },
): Promise<Stored> {
  const assignments = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { rows } = await translateConflict(
    sql<Stored>`
      update ${sql.table(table)}
      set ${sql.join(assignments)}, revision = revision + 1, actualizado_en = clock_timestamp()
      where id = ${id}::uuid returning *`.execute(trx),
    values,
  )
  return one(rows)
}

export async function deleteRow(
  trx: Transaction<Database>,
  table: ResourceTable,
  { id, label }: { id: string; label: string },
): Promise<void> {
  try {
    await sql`delete from ${sql.table(table)} where id = ${id}::uuid`.execute(trx)
  } catch (cause) {
    // Somebody began to use it between the look at its usos and now.
    if (sqlStateOf(cause) === '23503') throw new EnUso({ recurso: label, cantidad: 1 }, { cause })
    throw cause
  }
}

/** A name that nothing of the table has: the given one, else with the first free number behind it. */
export async function findFreeNombre(
  db: Kysely<Database>,
  table: ResourceTable,
  nombre: string,
): Promise<string> {
  const { rows } = await sql<{ nombre: string }>`
    select nombre from ${sql.table(table)} where starts_with(lower(nombre), lower(${nombre}))`.execute(db)
  return freeName(nombre, new Set(rows.map((row) => row.nombre.toLowerCase())), (number) => ` (${number})`)
}

/** The text, else with the first number behind it that makes it one that is not taken; those are in small letters. */
export function freeName(
  text: string,
  taken: ReadonlySet<string>,
  suffix: (number: number) => string,
): string {
  if (!taken.has(text.toLowerCase())) return text
  let number = 2
  while (taken.has(`${text}${suffix(number)}`.toLowerCase())) number++
  return `${text}${suffix(number)}`
}

function one<Value>(rows: readonly Value[]): Value {
  const [row] = rows
  if (row === undefined) throw new Error('the statement answered no row')
  return row
}

/** What PostgreSQL says of a value that is repeated or of a category that is gone, in the words of the product. */
async function translateConflict<Result>(
  statement: Promise<Result>,
  values: Readonly<Record<string, unknown>>,
): Promise<Result> {
  try {
    return await statement
  } catch (cause) {
    if (sqlStateOf(cause) === '23505') {
      const campo = constraintOf(cause).endsWith('_ruta') ? 'ruta' : 'nombre'
      const errores = [{ campo, mensaje: 'Ya existe otro igual.' }]
      throw new Duplicado({ campo, valor: String(values[campo]) }, { cause, errores })
    }
    if (sqlStateOf(cause) === '23503') {
      const campo = constraintOf(cause).includes('padre') ? 'padreId' : 'categoriaId'
      throw new DatosInvalidos(undefined, {
        cause,
        errores: [{ campo, mensaje: 'No existe esta categoría.' }],
      })
    }
    throw cause
  }
}

function constraintOf(error: unknown): string {
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
}
