import type { Tarea } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'

export function toRow(tarea: Tarea) {
  return { ...tarea, entrada: JSON.stringify(tarea.entrada) }
}

/** Undefined: there is no such process. */
export function findProceso(
  db: Kysely<Database>,
  procesoId: string,
): Promise<{ nombre: string; versionPublicada: number | null } | undefined> {
  return db
    .selectFrom('procesos')
    .select(['nombre', 'versionPublicada'])
    .where('id', '=', procesoId)
    .executeTakeFirst()
}
