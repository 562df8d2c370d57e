import { type Columna, LimiteSuperado, type Limits } from '@div/contract'
import { type Expression, type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { containing } from '../../db/like-pattern.ts'
import type { Database } from '../../db/tables.ts'
import type { Datos } from './compile-fila.ts'

export const OPERADORES = ['igual', 'contiene', 'minimo', 'maximo', 'vacio'] as const
export type Operador = (typeof OPERADORES)[number]

export interface Filtro {
  columna: Columna
  operador: Operador
  valor: unknown
}

export interface FilasQuery {
  filtros: readonly Filtro[]
  /** Any column contains it. */
  q: string | null
  /** Null: the order in which the rows were added. */
  orden: Columna | null
  direccion: 'asc' | 'desc'
  limite: number
  /** The last row of the page before. */
  despues: { value: unknown; id: string } | null
  /** Rows that are left out at the beginning: for windows that lie anywhere. */
  saltar: number
}

/** A row as the API shows it. */
export interface FilaGuardada {
  id: string
  revision: number
  datos: Datos
}

/** Rows read or written by one statement. */
const BATCH = 5_000

/** One page of rows in the wanted order, and where the next one begins. */
export async function listFilas(
  db: Kysely<Database>,
  tablaId: string,
  query: FilasQuery,
): Promise<{ filas: FilaGuardada[]; siguiente: { value: unknown; id: string } | null; total: number }> {
  const orderValue = query.orden ? sortValue(query.orden) : undefined
  const matching = db
    .selectFrom('tablaFilas')
    .where('tablaId', '=', tablaId)
    .where((where) => where.and(conditionsOf(query)))
  let page = matching.select(['id', 'revision', 'datos'])
  if (orderValue) {
    page = page.select(sql<unknown>`${orderValue}::text`.as('clave')).orderBy(orderValue, query.direccion)
  }
  page = page
    .orderBy('id', query.direccion)
    .limit(query.limite + 1)
    .offset(query.saltar)
  if (query.despues) page = page.where(afterKey(query, orderValue))
  const rows = await page.execute()
  const { total } = await matching
    .select((select) => select.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const shown = rows.slice(0, query.limite)
  const last = shown.at(-1)
  return {
    filas: shown.map(({ id, revision, datos }) => ({ id, revision, datos })),
    siguiente:
      rows.length > query.limite && last ? { value: 'clave' in last ? last.clave : null, id: last.id } : null,
    total: Number(total),
  }
}

function afterKey({ despues, direccion, orden }: FilasQuery, orderValue: Expression<unknown> | undefined) {
  const compare = sql.raw(direccion === 'asc' ? '>' : '<')
  if (!orderValue || !orden) return sql<SqlBool>`id ${compare} ${despues?.id}::bigint`
  const type = sql.raw(isNumber(orden) ? 'numeric' : 'text')
  return sql<SqlBool>`(${orderValue}, id) ${compare} (${despues?.value}::${type}, ${despues?.id}::bigint)`
}

function isNumber({ tipo }: Columna): boolean {
  return tipo === 'entero' || tipo === 'decimal'
}

/** What rows are sorted and compared by: numbers as numbers, everything else as text; empty ones come first. */
function sortValue(columna: Columna): Expression<unknown> {
  const text = sql`datos ->> ${columna.nombre}`
  // "C": ISO dates sort as dates, and pages do not depend on the locale of the database.
  return isNumber(columna)
    ? sql`coalesce((${text})::numeric, '-Infinity'::numeric)`
    : sql`coalesce(${text}, '') collate "C"`
}

function conditionsOf({ filtros, q }: FilasQuery): Expression<SqlBool>[] {
  const conditions = filtros.map(({ columna, operador, valor }): Expression<SqlBool> => {
    const text = sql`datos ->> ${columna.nombre}`
    switch (operador) {
      case 'igual':
        return sql<SqlBool>`datos @> ${JSON.stringify({ [columna.nombre]: valor })}::jsonb`
      case 'contiene':
        return sql<SqlBool>`${text} ilike ${containing(String(valor))}`
      case 'vacio':
        return sql<SqlBool>`${text} is null`
      default: {
        const compare = sql.raw(operador === 'minimo' ? '>=' : '<=')
        return isNumber(columna)
          ? sql<SqlBool>`(${text})::numeric ${compare} ${String(valor)}::numeric`
          : sql<SqlBool>`${text} collate "C" ${compare} ${asJsonText(valor)}`
      }
    }
  })
  if (q) {
    conditions.push(sql<SqlBool>`exists (
      select from jsonb_each_text(datos) as campo where unaccent(campo.value) ilike unaccent(${containing(q)}))`)
  }
  return conditions
}

function asJsonText(valor: unknown): string {
  const json: unknown = JSON.parse(JSON.stringify(valor))
  return typeof json === 'string' ? json : JSON.stringify(json)
}

export async function findFila(
  db: Kysely<Database>,
  tablaId: string,
  id: string,
): Promise<FilaGuardada | undefined> {
  return db
    .selectFrom('tablaFilas')
    .select(['id', 'revision', 'datos'])
    .where('tablaId', '=', tablaId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Those of the given ids that there are. */
export async function findFilas(
  db: Kysely<Database>,
  tablaId: string,
  ids: readonly string[],
): Promise<FilaGuardada[]> {
  const { rows } = await sql<FilaGuardada>`
    select id, revision, datos from tabla_filas
    where tabla_id = ${tablaId}::uuid and id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** The rows that were made with one of the given keys, by it. */
export async function findByClave(
  db: Kysely<Database>,
  tablaId: string,
  claves: readonly string[],
): Promise<ReadonlyMap<string, FilaGuardada>> {
  const { rows } = await sql<FilaGuardada & { clave: string }>`
    select id, revision, datos, clave from tabla_filas
    where tabla_id = ${tablaId}::uuid and clave = any(${claves}::uuid[])`.execute(db)
  return new Map(rows.map(({ clave, ...fila }) => [clave, fila]))
}

type FilasLimits = Pick<Limits, 'filasTabla'>

export async function insertFila(
  trx: Transaction<Database>,
  tablaId: string,
  { datos, limits }: { datos: Datos; limits: FilasLimits },
): Promise<FilaGuardada> {
  await refuseTooMany(trx, tablaId, { added: 1, limits })
  return trx
    .insertInto('tablaFilas')
    .values({ tablaId, datos: JSON.stringify(datos) })
    .returning(['id', 'revision', 'datos'])
    .executeTakeFirstOrThrow()
}

export async function updateFila(
  trx: Transaction<Database>,
  tablaId: string,
  { id, datos }: { id: string; datos: Datos },
): Promise<FilaGuardada> {
  return trx
    .updateTable('tablaFilas')
    .set({ datos: JSON.stringify(datos), revision: sql`revision + 1` })
    .where('tablaId', '=', tablaId)
    .where('id', '=', id)
    .returning(['id', 'revision', 'datos'])
    .executeTakeFirstOrThrow()
}

export async function deleteFila(trx: Transaction<Database>, tablaId: string, id: string): Promise<void> {
  await trx.deleteFrom('tablaFilas').where('tablaId', '=', tablaId).where('id', '=', id).execute()
}

export async function deleteAllFilas(trx: Transaction<Database>, tablaId: string): Promise<void> {
  await trx.deleteFrom('tablaFilas').where('tablaId', '=', tablaId).execute()
}

/** Answers their ids, in the order of the rows: later ones are greater. */
export async function insertFilas(
  trx: Transaction<Database>,
  tablaId: string,
  {
    filas,
    claves = [],
    limits,
  }: {
    filas: readonly Datos[]
    /** Of the row at the same place; null: it has none. */
    claves?: readonly (string | null)[]
    limits: FilasLimits
  },
): Promise<string[]> {
  await refuseTooMany(trx, tablaId, { added: filas.length, limits })
  const ids: string[] = []
  for (let start = 0; start < filas.length; start += BATCH) {
    const batch = filas.slice(start, start + BATCH).map((datos) => JSON.stringify(datos))
    const called = batch.map((_, index) => claves[start + index] ?? null)
    const { rows } = await sql<{ id: string }>`
      with nuevas as (
        insert into tabla_filas (tabla_id, datos, clave)
        select ${tablaId}::uuid, fila::jsonb, clave
        from unnest(${batch}::text[], ${called}::uuid[]) with ordinality as nueva (fila, clave, orden)
        order by orden returning id)
      select id from nuevas order by id`.execute(trx)
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

export async function deleteFilas(
  trx: Transaction<Database>,
  tablaId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`delete from tabla_filas where tabla_id = ${tablaId}::uuid and id = any(${ids}::bigint[])`.execute(
    trx,
  )
}

async function refuseTooMany(
  trx: Transaction<Database>,
  tablaId: string,
  { added, limits: { filasTabla } }: { added: number; limits: FilasLimits },
): Promise<void> {
  const { total } = await trx
    .selectFrom('tablaFilas')
    .select((select) => select.fn.countAll<string>().as('total'))
    .where('tablaId', '=', tablaId)
    .executeTakeFirstOrThrow()
  if (Number(total) + added > filasTabla) {
    throw new LimiteSuperado({ limite: 'de filas de una tabla', maximo: filasTabla })
  }
}

/** Every row in order, a batch at a time. */
export async function* streamFilas(db: Kysely<Database>, tablaId: string): AsyncGenerator<FilaGuardada> {
  let last = '-1'
  while (true) {
    const rows = await db
      .selectFrom('tablaFilas')
      .select(['id', 'revision', 'datos'])
      .where('tablaId', '=', tablaId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    yield* rows
    const end = rows.at(-1)
    if (!end || rows.length < BATCH) return
    last = end.id
  }
}

/** Writes converted rows in place of what they were. */
export async function replaceDatos(
  trx: Transaction<Database>,
  tablaId: string,
  filas: readonly { id: string; datos: Datos }[],
): Promise<void> {
  for (let start = 0; start < filas.length; start += BATCH) {
    const batch = filas.slice(start, start + BATCH)
    await sql`
      update tabla_filas set datos = nueva.datos::jsonb, revision = revision + 1
      from unnest(${batch.map(({ id }) => id)}::bigint[], ${batch.map(({ datos }) => JSON.stringify(datos))}::text[])
        as nueva (id, datos)
      where tabla_filas.tabla_id = ${tablaId}::uuid and tabla_filas.id = nueva.id`.execute(trx)
  }
}

/** Those of the given values of a column that a row other than `exceptIds` already holds, as their JSON texts. */
export async function findTaken(
  trx: Transaction<Database>,
  tablaId: string,
  {
    columna,
    valores,
    exceptIds = [],
  }: { columna: string; valores: readonly unknown[]; exceptIds?: readonly string[] },
): Promise<ReadonlySet<string>> {
  const given = valores.filter((valor) => valor !== null).map((valor) => JSON.stringify(valor))
  if (given.length === 0) return new Set()
  const { rows } = await sql<{ valor: unknown }>`
    select distinct datos -> ${columna} as valor from tabla_filas
    where tabla_id = ${tablaId}::uuid and id <> all(${exceptIds}::bigint[])
      and datos -> ${columna} in (select dado::jsonb from unnest(${given}::text[]) as dado)`.execute(trx)
  return new Set(rows.map(({ valor }) => JSON.stringify(valor)))
}

/** Rows whose value of a column an earlier row already holds. */
export async function findRepeated(
  trx: Transaction<Database>,
  tablaId: string,
  { columna, limite }: { columna: string; limite: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select (array_agg(id order by id))[2] as id from tabla_filas
    where tabla_id = ${tablaId}::uuid and datos ->> ${columna} is not null
    group by datos -> ${columna} having count(*) > 1 order by 1 limit ${limite}`.execute(trx)
  return rows.map(({ id }) => id)
}
