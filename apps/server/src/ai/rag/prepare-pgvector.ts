import type { BusquedaVectorial } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import { isDatabaseAway } from '../../db/is-database-away.ts'
import { sqlStateOf } from '../../db/sql-state.ts'
import type { Database } from '../../db/tables.ts'

/**
 * Whether vectors can be compared by the database itself, which is prepared for it where it can be. Its extension may come or go with a
 * server, so that no migration speaks of it; throws when the database is away.
 */
export async function preparePgvector(db: Kysely<Database>): Promise<BusquedaVectorial> {
  const { rows } = await sql`select from pg_available_extensions where name = 'vector'`.execute(db)
  if (rows.length === 0) return { como: 'coseno', motivo: null }
  try {
    if (!(await isReady(db))) await createTabla(db)
    return { como: 'pgvector', motivo: null }
  } catch (cause) {
    // What PostgreSQL refuses is for whoever administers it, in its own words; anything else is a bug of ours.
    if (isDatabaseAway(cause) || !SQLSTATE.test(sqlStateOf(cause))) throw cause
    return { como: 'coseno', motivo: describeRefusal(cause) }
  }
}

/** An extension that is dropped takes its columns along, and leaves the table. */
async function isReady(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_attribute
    where attrelid = to_regclass('rag_vectores') and attname = 'vector' and not attisdropped`.execute(db)
  return rows.length > 0
}

/** Nodes that start together make it one after the other. */
function createTabla(db: Kysely<Database>): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('rag_vectores'))`.execute(trx)
    if (await isReady(trx)) return
    for (const statement of STATEMENTS) await sql.raw(statement).execute(trx)
  })
}

/** What it holds is made of `rag_pasajes` and may be dropped at any time. */
const STATEMENTS = [
  `create extension if not exists vector`,
  `drop table if exists rag_vectores`,
  `create table rag_vectores (
    pasaje_id bigint primary key references rag_pasajes on delete cascade,
    coleccion_id uuid not null,
    vector vector not null)`,
  `create index rag_vectores_de_coleccion on rag_vectores (coleccion_id)`,
]

const SQLSTATE = /^[0-9A-Z]{5}$/
const SIN_PERMISO = '42501'

function describeRefusal(cause: unknown): string {
  if (sqlStateOf(cause) === SIN_PERMISO)
    return 'El usuario de la base de datos no puede crear la extensión «vector»: pida a quien la administra que la cree.'
  const message = cause instanceof Error ? cause.message : String(cause)
  return `La extensión «vector» está en la base de datos, pero no se puede usar: ${message}`
}
