import type { Calendario, Tarea } from '@div/contract'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'

export function toRow(tarea: Tarea) {
  return { ...tarea, entrada: JSON.stringify(tarea.entrada) }
}

/** Whether there is such a process; it stays until the transaction ends. */
export async function holdProceso(trx: Transaction<Database>, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('procesos')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Those of these calendarios that there are. */
export async function readCalendarios(
  db: Kysely<Database>,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, Pick<Calendario, 'finDeSemana' | 'festivos'>>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('calendarios')
    .select(['id', 'finDeSemana', 'festivos'])
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map(({ id, ...calendario }) => [id, calendario]))
}

/** Those that fire, with the name of what they run. */
export function listActive(db: Kysely<Database>) {
  return db
    .selectFrom('tareasProgramadas')
    .innerJoin('procesos', 'procesos.id', 'tareasProgramadas.procesoId')
    .select([
      'tareasProgramadas.id as tareaId',
      'tareasProgramadas.nombre',
      'tareasProgramadas.cron',
      'tareasProgramadas.zonaHoraria',
      'tareasProgramadas.calendarioId',
      'tareasProgramadas.enFestivo',
      'procesos.id as procesoId',
      'procesos.nombre as proceso',
    ])
    .where('tareasProgramadas.activo', '=', true)
    .execute()
}

/** What each of these processes is called, and which version of it is published. */
export async function describeProcesos(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { proceso: string; versionPublicada: number | null }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('procesos')
    .select(['id', 'nombre as proceso', 'versionPublicada'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, ...proceso }) => [id, proceso]))
}
