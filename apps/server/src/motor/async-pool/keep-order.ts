import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Aceptado } from './aceptado.ts'
import { EJECUCIONES } from './boss.ts'

/**
 * The queue does not know which of those that one transaction stores came first. Of those that may have to wait for each other each is told
 * to be a microsecond younger than the one before.
 */
export async function keepOrder(trx: Kysely<Database>, aceptados: readonly Aceptado[]): Promise<void> {
  const ids = aceptados.flatMap(({ grupo, idEjecucion }) => (grupo ? idEjecucion : []))
  if (ids.length < 2) return
  await sql`
    update cola.job set created_on = created_on + place * interval '1 microsecond'
    from unnest(${ids}::uuid[]) with ordinality as turn (run, place)
    where name = ${EJECUCIONES} and id = run`.execute(trx)
}
