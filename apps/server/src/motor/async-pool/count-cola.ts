import type { PoolAsincrono } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { AVISOS, AVISOS_FALLIDOS, EJECUCIONES, PERDIDAS } from './boss.ts'

const WAITING = sql`state < 'active'`

/** What stands in the queues of the whole cluster now. */
export async function countCola(db: Kysely<Database>): Promise<PoolAsincrono['cola']> {
  const count = (name: string, state = sql`true`) =>
    sql`(select count(*)::int from cola.job where name = ${name} and ${state})`
  const { rows } = await sql<PoolAsincrono['cola']>`select
    ${count(EJECUCIONES, WAITING)} as en_espera,
    ${count(EJECUCIONES, sql`state = 'active'`)} as ejecutando,
    (select extract(epoch from now() - min(start_after))::float from cola.job
      where name = ${EJECUCIONES} and ${WAITING}) as espera_segundos,
    ${count(PERDIDAS)} as perdidas,
    ${count(AVISOS, WAITING)} as avisos_pendientes,
    ${count(AVISOS_FALLIDOS)} as avisos_fallidos`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('a select without a table answers one row')
  return counted
}
