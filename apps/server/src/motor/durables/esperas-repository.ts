import type { EsperaDeNodo } from '@div/engine'
import { type Kysely, sql } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import type { Trabajo } from '../async-pool/trabajo.ts'
import { isFound, newestOf, type WaitingFilter } from '../async-pool/waiting-filter.ts'
import type { PuntoGuardado } from './encode-punto.ts'
import { writeIteracion } from './iteracion.ts'
import { PUNTO } from './puntos-repository.ts'

export type EsperaGuardada = Row<'esperas'>

/** A run that may go on. */
export interface Despertada {
  id: string
  trabajo: Trabajo
  version: number | null
  prioridad: number
  encolada: Date
}

/** Those that stand already stay: an address that was given goes on being good. */
export async function storeEsperas(
  trx: Kysely<Database>,
  esperas: readonly (EsperaDeNodo & { ejecucionId: string })[],
): Promise<void> {
  const aprobaciones = esperas.map(({ pedida }) => (pedida.clase === 'aprobacion' ? pedida : null))
  await sql`
    insert into esperas (ejecucion_id, nodo, iteracion, region, clase, vence, rol, titulo, descripcion, datos)
    select * from unnest(
      ${esperas.map(({ ejecucionId }) => ejecucionId)}::uuid[],
      ${esperas.map(({ nodo }) => nodo)}::text[],
      ${esperas.map(({ iteracion }) => writeIteracion(iteracion))}::text[],
      ${esperas.map(({ region }) => region)}::text[],
      ${esperas.map(({ pedida }) => pedida.clase)}::text[],
      ${esperas.map(({ pedida }) => pedida.vence)}::timestamptz[],
      ${aprobaciones.map((each) => each?.rol ?? null)}::text[],
      ${aprobaciones.map((each) => each?.titulo ?? null)}::text[],
      ${aprobaciones.map((each) => each?.descripcion ?? null)}::text[],
      ${aprobaciones.map((each) => each && JSON.stringify(each.datos))}::json[]
    ) on conflict (ejecucion_id, nodo, iteracion) do nothing`.execute(trx)
}

/**
 * Puts runs to sleep with what of their places in the queue they come back with, and answers those that sleep now: not one whose entry was
 * given to another worker meanwhile, which goes on. Their rows are held by the caller, and so are the entries until its transaction ends.
 */
export async function layDown(
  trx: Kysely<Database>,
  entries: readonly { id: string; retryCount: number }[],
  queue: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    with place as materialized (
      select id, priority, created_on, case when group_id is not null
        then jsonb_build_object('id', group_id) end as grupo
      from cola.job
      where name = ${queue} and state = 'active' and (id, retry_count) in (
        select * from unnest(
          ${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ retryCount }) => retryCount)}::int[])
      ) order by id for update
    )
    update ejecuciones_durables as durable set dormida = true, prioridad = place.priority, grupo = place.grupo,
      encolada = place.created_on
    from place where durable.id = place.id returning durable.id`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** What runs sleep for from now on: what they waited for before, and do not any more, goes. */
export async function replaceEsperas(
  trx: Kysely<Database>,
  ids: readonly string[],
  esperas: readonly (EsperaDeNodo & { ejecucionId: string })[],
): Promise<void> {
  await sql`
    delete from esperas where ejecucion_id = any(${ids}::uuid[]) and (ejecucion_id, nodo, iteracion) not in (
      select * from unnest(
        ${esperas.map(({ ejecucionId }) => ejecucionId)}::uuid[],
        ${esperas.map(({ nodo }) => nodo)}::text[],
        ${esperas.map(({ iteracion }) => writeIteracion(iteracion))}::text[]
      )
    )`.execute(trx)
  await storeEsperas(trx, esperas)
}

/**
 * Whether an attempt still has its run, and that works. Then it does so until the transaction ends, and may keep checkpoints meanwhile. It is
 * not waited for whoever changes it just now, or gives it something.
 */
export async function holdWorking(
  trx: Kysely<Database>,
  { id, intento }: { id: string; intento: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from ejecuciones_durables
    where id = ${id} and intento = ${intento} and terminada is null and not dormida
    for share skip locked`.execute(trx)
  return rows.length > 0
}

/** Nobody waits for these any more. */
export async function dropEsperas(
  trx: Kysely<Database>,
  ejecucionId: string,
  esperas: readonly Pick<EsperaDeNodo, 'nodo' | 'iteracion'>[],
): Promise<void> {
  await sql`
    delete from esperas where ejecucion_id = ${ejecucionId} and (nodo, iteracion) in (
      select * from unnest(
        ${esperas.map(({ nodo }) => nodo)}::text[],
        ${esperas.map(({ iteracion }) => writeIteracion(iteracion))}::text[]
      )
    )`.execute(trx)
}

/** What has come of what these nodes of runs wait for. */
export async function listContestadas(
  db: Kysely<Database>,
  esperas: readonly (Pick<EsperaDeNodo, 'nodo' | 'iteracion'> & { ejecucionId: string })[],
): Promise<(PuntoGuardado & { ejecucionId: string })[]> {
  const { rows } = await sql<PuntoGuardado & { ejecucionId: string }>`
    select ejecucion_id, ${PUNTO}
    from unnest(
      ${esperas.map(({ ejecucionId }) => ejecucionId)}::uuid[],
      ${esperas.map(({ nodo }) => nodo)}::text[],
      ${esperas.map(({ iteracion }) => writeIteracion(iteracion))}::text[]
    ) as espera (ejecucion_id, nodo, iteracion)
    join puntos_de_control as punto using (ejecucion_id, nodo, iteracion)
    left join puntos_grandes as grande using (ejecucion_id, nodo, iteracion)`.execute(db)
  return rows
}

/** Of these runs those one of whose waits was answered before it began. */
export async function listAnswered(trx: Kysely<Database>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with contestada as (
      delete from esperas using puntos_de_control as punto
      where esperas.ejecucion_id = any(${ids}::uuid[]) and punto.ejecucion_id = esperas.ejecucion_id
        and punto.nodo = esperas.nodo and punto.iteracion = esperas.iteracion
      returning esperas.ejecucion_id as id
    )
    select distinct id from contestada`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Of these runs those that sleep: from now on they do not. */
export async function wakeUp(trx: Kysely<Database>, ids: readonly string[]): Promise<Despertada[]> {
  const { rows } = await sql<Despertada>`
    update ejecuciones_durables set dormida = false
    where id = any(${ids}::uuid[]) and dormida and terminada is null
    returning id, trabajo, version, prioridad, encolada`.execute(trx)
  return rows
}

/** Waits that are over, and their runs held: those that nobody else has. */
export async function takeDue(trx: Kysely<Database>, maximo: number): Promise<EsperaGuardada[]> {
  const { rows } = await sql<EsperaGuardada>`
    with debida as (
      select esperas.id from esperas
      join ejecuciones_durables as durable on durable.id = esperas.ejecucion_id
      where vence <= now() order by vence limit ${maximo} for update of durable skip locked
    )
    delete from esperas where id in (select id from debida) returning *`.execute(trx)
  return rows
}

/** A run that has not ended, held. Undefined: there is none such. */
export async function holdRun(
  trx: Kysely<Database>,
  id: string,
): Promise<Row<'ejecucionesDurables'> | undefined> {
  return trx
    .selectFrom('ejecucionesDurables')
    .selectAll()
    .where('id', '=', id)
    .where('terminada', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function removeEspera(
  trx: Kysely<Database>,
  { ejecucionId, nodo, iteracion }: Pick<EsperaGuardada, 'ejecucionId' | 'nodo' | 'iteracion'>,
): Promise<EsperaGuardada | undefined> {
  return trx
    .deleteFrom('esperas')
    .where('ejecucionId', '=', ejecucionId)
    .where('nodo', '=', nodo)
    .where('iteracion', '=', iteracion)
    .returningAll()
    .executeTakeFirst()
}

export function listAprobaciones(
  db: Kysely<Database>,
  { roles, limite }: { roles: readonly string[] | null; limite: number },
) {
  let query = db
    .selectFrom('esperas')
    .innerJoin('ejecucionesDurables as durable', 'durable.id', 'esperas.ejecucionId')
    .leftJoin('procesos', 'procesos.id', 'durable.procesoId')
    .select([
      'esperas.id',
      'esperas.ejecucionId',
      'esperas.nodo',
      'esperas.titulo',
      'esperas.descripcion',
      'esperas.rol',
      'esperas.datos',
      'esperas.creada',
      'esperas.vence',
      'durable.procesoId',
      'durable.version',
      'durable.trabajo',
      'procesos.nombre as proceso',
    ])
    .where('clase', '=', 'aprobacion')
    .orderBy('esperas.creada')
    .orderBy('esperas.id')
    .limit(limite)
  if (roles !== null) query = query.where('esperas.rol', 'in', [...roles])
  return query.execute()
}

export async function countAprobaciones(
  db: Kysely<Database>,
  { roles }: { roles: readonly string[] | null },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from esperas
    where clase = 'aprobacion' and ${roles === null ? sql`true` : sql`rol = any(${[...roles]}::text[])`}`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** Runs that sleep, those that began last first, from one of them on. */
export async function listAsleep(
  db: Kysely<Database>,
  { procesoId, canalId, version, origen, desde, hasta, busquedas = [] }: WaitingFilter,
  { limite, cursor }: { limite: number; cursor: { id: string; inicio: Date } | null },
): Promise<{ id: string; aceptada: Date; trabajo: Trabajo }[]> {
  const conditions = [
    sql`dormida`,
    ...(procesoId === undefined ? [] : [sql`proceso_id = ${procesoId}`]),
    ...(version === undefined ? [] : [sql`version = ${version}`]),
    ...(desde ? [sql`comenzada >= ${desde}`] : []),
    ...(hasta ? [sql`comenzada < ${hasta}`] : []),
    ...(cursor ? [sql`(comenzada, id) < (${cursor.inicio}, ${cursor.id}::uuid)`] : []),
  ]
  const columns = sql`id, comenzada, trabajo, version`
  const among =
    busquedas.length === 0
      ? sql`(select ${columns} from ejecuciones_durables where ${sql.join(conditions, sql` and `)})`
      : newestOf({
          table: sql`ejecuciones_durables`,
          columns,
          moment: sql`comenzada`,
          data: sql`trabajo`,
          conditions,
        })
  const wanted = JSON.stringify({ canalId, origen })
  const found = [
    sql`trabajo @> ${wanted}::jsonb`,
    ...busquedas.map((busqueda) => isFound('trabajo', busqueda)),
  ]
  const { rows } = await sql<{ id: string; aceptada: Date; trabajo: Trabajo; version: number | null }>`
    select id, comenzada as aceptada, trabajo, version from ${among} as vista
    where ${sql.join(found, sql` and `)} order by comenzada desc, id desc limit ${limite}`.execute(db)
  return rows.map(({ version: began, ...row }) => ({ ...row, trabajo: { ...row.trabajo, version: began } }))
}

/** What a run sleeps for, longest waiting first: no more than so many, and how many there are. */
export async function listEsperas(
  db: Kysely<Database>,
  ejecucionId: string,
  { maximo }: { maximo: number },
): Promise<{ listed: EsperaGuardada[]; total: number }> {
  const { rows } = await sql<EsperaGuardada & { total: number }>`
    select *, count(*) over ()::int as total from esperas
    where ejecucion_id = ${ejecucionId} order by creada, id limit ${maximo}`.execute(db)
  return { listed: rows.map(({ total: _, ...espera }) => espera), total: rows[0]?.total ?? 0 }
}

export function findEspera(db: Kysely<Database>, id: string): Promise<EsperaGuardada | undefined> {
  return db.selectFrom('esperas').selectAll().where('id', '=', id).executeTakeFirst()
}
