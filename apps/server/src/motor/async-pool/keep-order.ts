import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Aceptado } from './aceptado.ts'
import { EJECUCIONES } from './boss.ts'

/**
 * The queue does not know which of those that one transaction stores came first. Of those that wait for each other each is told to be a
 * microsecond younger than the one before; what had begun and slept stands before all that came since.
 */
export async function keepOrder(trx: Kysely<Database>, aceptados: readonly Aceptado[]): Promise<void> {
  const ordered = aceptados.filter(({ trabajo }) => trabajo.enOrden)
  if (ordered.every(({ desde }) => desde === undefined) && ordered.length < 2) return
  await sql`
    update cola.job set created_on = coalesce(desde, created_on) + place * interval '1 microsecond'
    from unnest(
      ${ordered.map(({ idEjecucion }) => idEjecucion)}::uuid[], ${ordered.map(({ desde = null }) => desde)}::timestamptz[]
    ) with ordinality as turn (run, desde, place)
    where name = ${EJECUCIONES} and id = run`.execute(trx)
}
