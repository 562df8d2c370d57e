import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Row } from '../../db/tables.ts'
import { FIN } from '../durables/encode-punto.ts'

export interface GiveWayDeps {
  db: Kysely<Database>
  /** A run in whichever process has it, and one that waits. */
  cancelRun(idEjecucion: string): Promise<unknown>
  log: Pick<Logger, 'warn'>
}

/** Whoever has not told the runs of a tarea by then has died. */
const TELLING_S = 10

/**
 * Tells runs that are to give way to newer ones of their tareas. That they are stands with the firing until they were told: whoever fired may
 * have died, or asked in vain. One at a time tells those of a tarea: who is told twice might end what undoes it.
 */
export async function giveWay({ db, cancelRun, log }: GiveWayDeps): Promise<void> {
  const { rows: pending } = await sql<Pick<Row<'planificaciones'>, 'tareaId' | 'porCancelar'>>`
    update planificaciones set atendida_hasta = now() + ${TELLING_S} * interval '1 second'
    where por_cancelar <> '{}' and (atendida_hasta is null or atendida_hasta < now())
    returning tarea_id, por_cancelar`.execute(db)
  if (pending.length === 0) return
  const undone = await listUndone(
    db,
    pending.flatMap(({ porCancelar }) => porCancelar),
  )
  await Promise.all(
    pending.map(async ({ tareaId, porCancelar }) => {
      const outcomes = await Promise.allSettled(
        porCancelar.map(async (id) => undone.has(id) || (await cancelRun(id))),
      )
      const told = porCancelar.filter((_, index) => outcomes[index]?.status === 'fulfilled')
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected')
          log.warn({ err: outcome.reason, tareaId }, 'run of a tarea not cancelled: tried again')
      }
      await sql`
        update planificaciones set atendida_hasta = null,
          por_cancelar = array(select unnest(por_cancelar) except select unnest(${told}::uuid[]))
        where tarea_id = ${tareaId}`.execute(db)
    }),
  )
}

/** Of these runs those that have given way, or failed, and are being undone: to cancel them would end that. */
async function listUndone(db: Kysely<Database>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('puntosDeControl')
    .select('ejecucionId')
    .where('nodo', '=', FIN)
    .where('ejecucionId', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ ejecucionId }) => ejecucionId))
}
