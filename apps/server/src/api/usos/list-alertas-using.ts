import type { Uso } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'

/** What an alerta watches, and the servidor that it sends mail through. */
const NAMED = sql`
  alertas cross join lateral (values
    (condicion ->> 'procesoId'), (condicion ->> 'canalId'), (condicion ->> 'servidorId'), (condicion ->> 'tareaId'),
    (condicion ->> 'presupuestoId'),
    (correo ->> 'servidorId')) as nombrado (referencia)`

/** The alertas that name a thing, whatever it is: ids are of one thing only. */
export async function listAlertasUsing(db: Kysely<Database>, referencia: string): Promise<Uso[]> {
  const { rows } = await sql<Uso>`
    select distinct 'alertas' as recurso, id::text, nombre from ${NAMED}
    where referencia = ${referencia} order by nombre`.execute(db)
  return rows
}

/** Adds to the counts of each thing how many alertas name it. */
export async function addAlertasUsing(
  db: Kysely<Database>,
  ids: readonly string[],
  counts: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ referencia: string; total: number }>`
    select referencia, count(distinct id)::int as total from ${NAMED}
    where referencia = any(${ids}::text[]) group by referencia`.execute(db)
  const sums = new Map(counts)
  for (const { referencia, total } of rows) sums.set(referencia, (sums.get(referencia) ?? 0) + total)
  return sums
}
