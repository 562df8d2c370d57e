import type { EstadoDeEscucha, EventoDeTarea } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'

/** A worker that listens. */
export interface Oyente {
  /** Its id. */
  dueno: string
  nodo: string
}

export type TareaConEvento = Row<'tareasProgramadas'> & { evento: EventoDeTarea }

/** Who has not been heard of for so long listens no more. */
const LEASE_SECONDS = 15

const HASTA = sql`now() + make_interval(secs => ${LEASE_SECONDS})`

/** Takes up to so many tareas for which nobody listens. */
export async function claimEscuchas(
  db: Kysely<Database>,
  { dueno, nodo }: Oyente,
  most: number,
): Promise<void> {
  await sql`
    with libres as (
      select id from tareas_programadas left join escuchas on tarea_id = id
      where activo and evento is not null and (hasta is null or hasta < now())
      limit ${most} for update of tareas_programadas skip locked)
    insert into escuchas as antes (tarea_id, dueno, nodo, hasta, estado)
    select id, ${dueno}::uuid, ${nodo}, ${HASTA}, 'conectando' from libres
    on conflict (tarea_id) do update set dueno = excluded.dueno, nodo = excluded.nodo, hasta = excluded.hasta,
      estado = excluded.estado, detalle = null, desde = now()
    where antes.hasta < now()`.execute(db)
}

/** The tareas for which a worker goes on to listen. */
export async function renewEscuchas(db: Kysely<Database>, { dueno }: Oyente): Promise<TareaConEvento[]> {
  const { rows } = await sql<TareaConEvento>`
    update escuchas set hasta = ${HASTA} from tareas_programadas as tarea
    where dueno = ${dueno}::uuid and hasta > now() and tarea.id = tarea_id and activo and evento is not null
    returning tarea.*`.execute(db)
  return rows
}

/** Others may listen in its place. */
export async function releaseEscuchas(db: Kysely<Database>, { dueno }: Oyente): Promise<void> {
  await db
    .updateTable('escuchas')
    .set({ hasta: sql<Date>`now()` })
    .where('dueno', '=', dueno)
    .where('hasta', '>', sql<Date>`now()`)
    .execute()
}

/** Where listening goes on: from the start at a place that is not the one of before. */
export async function readCursor(
  db: Kysely<Database>,
  { id, evento: { servidorId, tipoEvento, opciones } }: TareaConEvento,
  { dueno }: Oyente,
): Promise<unknown> {
  const fuente = JSON.stringify([servidorId, tipoEvento, opciones])
  const row = await db
    .updateTable('escuchas')
    .set({ fuente, cursor: sql`case when fuente = ${fuente} then cursor end` })
    .where('tareaId', '=', id)
    .where('dueno', '=', dueno)
    .returning('cursor')
    .executeTakeFirst()
  return row?.cursor ?? null
}

export async function writeEstado(
  db: Kysely<Database>,
  {
    tareaId,
    dueno,
    ...written
  }: Pick<Oyente, 'dueno'> & {
    tareaId: string
    estado: EstadoDeEscucha['estado']
    detalle: string | null
  },
): Promise<void> {
  await db
    .updateTable('escuchas')
    .set({ ...written, desde: sql<Date>`now()` })
    .where('tareaId', '=', tareaId)
    .where('dueno', '=', dueno)
    .execute()
}

/** Undefined: there is no such tarea, or it has no evento. */
export async function readTareaConEvento(
  db: Kysely<Database>,
  id: string,
): Promise<TareaConEvento | undefined> {
  const tarea = await db.selectFrom('tareasProgramadas').selectAll().where('id', '=', id).executeTakeFirst()
  return tarea?.evento ? { ...tarea, evento: tarea.evento } : undefined
}

/** The last runs that events of a tarea began. */
export async function listLastRuns(db: Kysely<Database>, tareaId: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('disparos')
    .select('ejecucionId')
    .where('tareaId', '=', tareaId)
    .where('ejecucionId', 'is not', null)
    .orderBy('previsto', 'desc')
    .limit(most)
    .execute()
  return rows.flatMap(({ ejecucionId }) => ejecucionId ?? [])
}

/** How listening for these goes. */
export async function readEscuchas(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<Row<'escuchas'>, 'estado' | 'detalle' | 'desde' | 'nodo'>>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('escuchas')
    .select(['tareaId', 'estado', 'detalle', 'desde', 'nodo'])
    .where('tareaId', 'in', ids)
    .where('hasta', '>', sql<Date>`now()`)
    .execute()
  return new Map(rows.map(({ tareaId, ...escucha }) => [tareaId, escucha]))
}
