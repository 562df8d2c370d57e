import type { Calendario, Tarea } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { NIL } from 'uuid'
import type { Database } from '../../db/tables.ts'

export function toRow(tarea: Tarea) {
  const { entrada, evento } = tarea
  return { ...tarea, entrada: JSON.stringify(entrada), evento: evento && JSON.stringify(evento) }
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

/** The type of a servidor; it stays until the transaction ends. Undefined: there is none. */
export async function holdServidor(trx: Transaction<Database>, id: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('servidores')
    .select('tipoServidor')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row?.tipoServidor
}

/** What each of these servidores is called. */
export async function readServidores(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('servidores')
    .select(['id', 'nombre'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, nombre }) => [id, nombre]))
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

/** Tareas that are read at once of those that fire. */
const BATCH = 100

/**
 * Those that fire, with the name of what they run and the earliest instant at which they may, in its order. Of one whose schedule has changed
 * since it was planned that is not known: it comes first.
 */
export async function* readActive(db: Kysely<Database>) {
  const desde = sql<Date>`coalesce(plan.proximo, to_timestamp(0))`
  let last: { desde: Date; tareaId: string } = { desde: new Date(0), tareaId: NIL }
  while (true) {
    const rows = await db
      .selectFrom('tareasProgramadas as tarea')
      .innerJoin('procesos', 'procesos.id', 'tarea.procesoId')
      .leftJoin('calendarios as calendario', 'calendario.id', 'tarea.calendarioId')
      .leftJoin('planificaciones as plan', (join) =>
        join
          .onRef('plan.tareaId', '=', 'tarea.id')
          .onRef('plan.revision', '=', 'tarea.revision')
          .on(sql<boolean>`plan.revision_calendario is not distinct from calendario.revision`),
      )
      .select([
        'tarea.id as tareaId',
        'tarea.nombre',
        'tarea.cron',
        'tarea.zonaHoraria',
        'tarea.enFestivo',
        'calendario.finDeSemana',
        'calendario.festivos',
        'procesos.id as procesoId',
        'procesos.nombre as proceso',
        desde.as('desde'),
      ])
      .where('tarea.activo', '=', true)
      .where('tarea.evento', 'is', null)
      .where(sql<boolean>`(${desde}, tarea.id) > (${last.desde}, ${last.tareaId}::uuid)`)
      .orderBy(desde)
      .orderBy('tarea.id')
      .limit(BATCH)
      .execute()
    yield* rows
    const end = rows.at(-1)
    if (!end || rows.length < BATCH) return
    last = end
  }
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
