import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/tables.ts'

export interface GiveWayDeps {
  db: Kysely<Database>
  /** A run in whichever process has it, and one that waits. */
  cancelRun(idEjecucion: string): Promise<unknown>
  log: Pick<Logger, 'warn'>
}

/**
 * Tells runs that are to give way to newer ones of their tareas. That they are stands with the firing until they were told: whoever fired may
 * have died, or asked in vain. Two who ask at once do no harm.
 */
export async function giveWay({ db, cancelRun, log }: GiveWayDeps): Promise<void> {
  const pending = await db
    .selectFrom('planificaciones')
    .select(['tareaId', 'porCancelar'])
    .where(sql<boolean>`por_cancelar <> '{}'`)
    .execute()
  await Promise.all(
    pending.map(async ({ tareaId, porCancelar }) => {
      const outcomes = await Promise.allSettled(porCancelar.map(cancelRun))
      const told = porCancelar.filter((_, index) => outcomes[index]?.status === 'fulfilled')
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected')
          log.warn({ err: outcome.reason, tareaId }, 'run of a tarea not cancelled: tried again')
      }
      await sql`
        update planificaciones
        set por_cancelar = array(select unnest(por_cancelar) except select unnest(${told}::uuid[]))
        where tarea_id = ${tareaId}`.execute(db)
    }),
  )
}
