import type { PoolAsincrono } from '@div/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { AVISOS, AVISOS_FALLIDOS, EJECUCIONES, PERDIDAS } from './boss.ts'
import { primerasDe } from './turnos.ts'

const WAITING = sql`state < 'active'`
const UNENDED = sql`state <= 'active'`

/**
 * Of each priority the run that is next, by the index from which runs are fetched, however many wait behind it; of what is bounded the next
 * of each group that has room: for the others more workers would be of no use.
 */
const ESPERA = sql`(
  with recursive primera as (
    (${nextOf(sql``)}) union all
    select siguiente.* from primera cross join lateral (${nextOf(sql`and priority < primera.priority`)}) as siguiente)
  select extract(epoch from now() - min(start_after))::float8 from (
    select start_after from primera union all (${primerasDe(EJECUCIONES)})
  ) as proximas)`

function nextOf(beyond: RawBuilder<unknown>) {
  return sql`
    select priority, start_after from cola.job
    where name = ${EJECUCIONES} and ${WAITING} and not blocked and start_after <= now() ${beyond}
    order by priority desc, created_on limit 1`
}

/** Seconds for which the oldest run that may begin has waited for a worker; null: none waits. */
export async function readEspera(db: Kysely<Database>): Promise<number | null> {
  const { rows } = await sql<{ segundos: number | null }>`select ${ESPERA} as segundos`.execute(db)
  return rows[0]?.segundos ?? null
}

/** What stands in the queues of the whole cluster now. */
export async function countCola(db: Kysely<Database>): Promise<PoolAsincrono['cola']> {
  const count = (name: string, state = sql`true`) =>
    sql`(select count(*)::int from cola.job where name = ${name} and ${state})`
  const { rows } = await sql<PoolAsincrono['cola']>`select
    ${count(EJECUCIONES, WAITING)} as en_espera,
    ${count(EJECUCIONES, sql`state = 'active'`)} as ejecutando,
    ${ESPERA} as espera_segundos,
    ${count(PERDIDAS)} as perdidas,
    ${count(AVISOS, UNENDED)} as avisos_pendientes,
    ${count(AVISOS, sql`${UNENDED} and (state = 'retry' or retry_count > 0)`)} as avisos_reintentados,
    ${count(AVISOS_FALLIDOS)} as avisos_fallidos`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('a select without a table answers one row')
  return counted
}
