import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'

/** The ledger of one tarea, newest first; `antesDe` goes on from the last one of a page. */
export function listDisparos(
  db: Kysely<Database>,
  tareaId: string,
  { limite, antesDe }: { limite: number; antesDe?: Date | undefined },
) {
  const all = db
    .selectFrom('disparos')
    .select(['previsto', 'momento', 'estado', 'motivo', 'usuario', 'ejecucionId'])
    .where('tareaId', '=', tareaId)
  return (antesDe === undefined ? all : all.where('previsto', '<', antesDe))
    .orderBy('previsto', 'desc')
    .limit(limite)
    .execute()
}

/** The newest entry of the ledger of each of these tareas. */
export async function readUltimos(db: Kysely<Database>, tareaIds: readonly string[]) {
  if (tareaIds.length === 0) return []
  type Ultimo = Pick<
    Row<'disparos'>,
    'tareaId' | 'previsto' | 'momento' | 'estado' | 'motivo' | 'usuario' | 'ejecucionId'
  >
  const { rows } = await sql<Ultimo>`
    select ultimo.* from unnest(${tareaIds}::uuid[]) as pedida (id)
    cross join lateral (
      select tarea_id, previsto, momento, estado, motivo, usuario, ejecucion_id from disparos
      where tarea_id = pedida.id order by previsto desc limit 1
    ) as ultimo`.execute(db)
  return rows
}

export async function purgeDisparos(db: Kysely<Database>, { dias }: { dias: number }): Promise<void> {
  await db
    .deleteFrom('disparos')
    .where('previsto', '<', sql<Date>`now() - make_interval(days => ${dias}::int)`)
    .execute()
}

/** A run that a person asked for. It counts as the last one of its tarea. */
export async function storeManualDisparo(
  trx: Transaction<Database>,
  { tareaId, usuario, ejecucionId }: { tareaId: string; usuario: string; ejecucionId: string },
): Promise<void> {
  await trx
    .insertInto('disparos')
    // To the microsecond: two people may ask in the same millisecond.
    .values({ tareaId, usuario, ejecucionId, previsto: sql<Date>`clock_timestamp()`, estado: 'disparado' })
    .execute()
  await trx
    .updateTable('planificaciones')
    .set({ ultimaEjecucion: ejecucionId })
    .where('tareaId', '=', tareaId)
    .execute()
}
