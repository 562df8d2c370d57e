import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Trabajo } from '../async-pool/trabajo.ts'
import { EFECTOS, FIN, type PuntoGuardado } from './encode-punto.ts'

/** Of the advisory lock under which one worker at a time looks for runs that nobody has. */
const UNHELD_LOCK = 7_310_006

export interface Reclamo {
  id: string
  trabajo: Trabajo
  /** With which it begins; that of its first attempt stays. */
  version: number | null
  /** How often its entry of the queue was given to a worker before: who has lost it since claims nothing. */
  perdidas: number
}

export interface Reclamada {
  intento: number
  version: number | null
  comenzada: Date
}

/**
 * Gives runs to whoever asks, under an attempt number of their own: what is written under an older one changes nothing from now on. A run
 * that is missing in the answer has ended, or whoever asks does not have it any more.
 */
export async function claimDurables(
  db: Kysely<Database>,
  reclamos: readonly Reclamo[],
  queue: string,
): Promise<ReadonlyMap<string, Reclamada>> {
  const { rows } = await sql<Reclamada & { id: string }>`
    insert into ejecuciones_durables as durable (id, proceso_id, version, trabajo)
    select reclamo.id, proceso_id, version, trabajo from unnest(
      ${reclamos.map(({ id }) => id)}::uuid[],
      ${reclamos.map(({ trabajo }) => trabajo.procesoId)}::uuid[],
      ${reclamos.map(({ version }) => version)}::int[],
      ${reclamos.map(({ trabajo }) => JSON.stringify(trabajo))}::jsonb[],
      ${reclamos.map(({ perdidas }) => perdidas)}::int[]
    ) as reclamo (id, proceso_id, version, trabajo, perdidas)
    join cola.job on job.name = ${queue} and job.id = reclamo.id
      and job.retry_count = reclamo.perdidas and job.state = 'active'
    order by reclamo.id
    on conflict (id) do update set intento = durable.intento + 1, dormida = false where durable.terminada is null
    returning id, intento, version, comenzada`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function findVersion(db: Kysely<Database>, id: string): Promise<number | null | undefined> {
  const row = await db
    .selectFrom('ejecucionesDurables')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.version
}

export interface Begun {
  procesoId: string
  /** Null: a draft. */
  version: number | null
  /** Of a draft. */
  flujo: Trabajo['flujo']
}

export async function findBegun(db: Kysely<Database>, id: string): Promise<Begun | undefined> {
  const row = await db
    .selectFrom('ejecucionesDurables')
    .select(['procesoId', 'version', 'trabajo'])
    .where('id', '=', id)
    .where('terminada', 'is', null)
    .executeTakeFirst()
  return row && { procesoId: row.procesoId, version: row.version, flujo: row.trabajo.flujo }
}

export interface PuntoDeIntento extends PuntoGuardado {
  ejecucionId: string
  intento: number
}

/** An array for each thing that a checkpoint says: its run, node, iteration, region, output, whether it compensates, and what it holds. */
function arraysOf(puntos: readonly (PuntoGuardado & { ejecucionId: string })[]) {
  return sql`${puntos.map(({ ejecucionId }) => ejecucionId)}::uuid[],
    ${puntos.map(({ nodo }) => nodo)}::text[],
    ${puntos.map(({ iteracion }) => iteracion)}::text[],
    ${puntos.map(({ region }) => region)}::text[],
    ${puntos.map(({ salida }) => salida)}::text[],
    ${puntos.map(({ compensa }) => compensa)}::boolean[],
    ${puntos.map(({ contenido }) => contenido)}::text[]`
}

/**
 * Writes checkpoints, those above `enFila` bytes beside their rows, and answers the runs that are still of the attempts that wrote
 * them. Their rows are locked meanwhile: whoever claims one finds all that was written before.
 */
export async function storePuntos(
  db: Kysely<Database>,
  puntos: readonly PuntoDeIntento[],
  { enFila }: { enFila: number },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    with dado as (
      select * from unnest(
        ${arraysOf(puntos)}, ${puntos.map(({ intento }) => intento)}::int[]
      ) as dado (id, nodo, iteracion, region, salida, compensa, contenido, intento)
    ), viva as (
      select id from ejecuciones_durables
      where (id, intento) in (select id, intento from dado) and terminada is null
      order by id for share
    ), grande as (
      insert into puntos_grandes (ejecucion_id, nodo, iteracion, contenido)
      select id, nodo, iteracion, contenido from dado join viva using (id) where octet_length(contenido) > ${enFila}
      on conflict do nothing
    ), punto as (
      insert into puntos_de_control (ejecucion_id, nodo, iteracion, region, salida, compensa, contenido)
      select id, nodo, iteracion, region, salida, compensa, case when octet_length(contenido) <= ${enFila} then contenido end
      from dado join viva using (id)
      on conflict do nothing
    )
    select id from viva`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** What nodes waited for has come. Answers the runs to which it is news: a second answer changes nothing. */
export async function storeAnswers(
  trx: Kysely<Database>,
  puntos: readonly (PuntoGuardado & { ejecucionId: string })[],
  { enFila }: { enFila: number },
): Promise<ReadonlySet<string>> {
  if (puntos.length === 0) return new Set()
  const { rows } = await sql<{ ejecucionId: string }>`
    with dado as (
      select * from unnest(
        ${arraysOf(puntos)}
      ) as dado (ejecucion_id, nodo, iteracion, region, salida, compensa, contenido)
    ), punto as (
      insert into puntos_de_control (ejecucion_id, nodo, iteracion, region, salida, compensa, contenido)
      select ejecucion_id, nodo, iteracion, region, salida, compensa,
        case when octet_length(contenido) <= ${enFila} then contenido end from dado
      on conflict do nothing returning ejecucion_id, nodo, iteracion
    ), grande as (
      insert into puntos_grandes (ejecucion_id, nodo, iteracion, contenido)
      select ejecucion_id, nodo, iteracion, contenido from dado join punto using (ejecucion_id, nodo, iteracion)
      where octet_length(contenido) > ${enFila}
    )
    select ejecucion_id from punto`.execute(trx)
  return new Set(rows.map(({ ejecucionId }) => ejecucionId))
}

/** Writes a checkpoint in the transaction of its effect, unless it stands already or another attempt has the run: then the effect is not to be. */
export async function storeWithEffect(
  trx: Kysely<Database>,
  punto: PuntoDeIntento,
  options: { enFila: number },
): Promise<{ isOurs: boolean; isKnown: boolean }> {
  const { ejecucionId, nodo, iteracion } = punto
  const known = await trx
    .selectFrom('puntosDeControl')
    .select('nodo')
    .where('ejecucionId', '=', ejecucionId)
    .where('nodo', '=', nodo)
    .where('iteracion', '=', iteracion)
    .executeTakeFirst()
  const isOurs = known
    ? (await holdAttempts(trx, [{ id: ejecucionId, intento: punto.intento }])).has(ejecucionId)
    : (await storePuntos(trx, [punto], options)).has(ejecucionId)
  return { isOurs, isKnown: known !== undefined }
}

/** What was kept of an effect in the transaction that would have it. */
export async function findEfecto(
  trx: Kysely<Database>,
  { ejecucionId, nodo }: { ejecucionId: string; nodo: string },
): Promise<PuntoGuardado | undefined> {
  const { rows } = await sql<PuntoGuardado>`
    select ${PUNTO} from puntos_de_control as punto
    left join puntos_grandes as grande using (ejecucion_id, nodo, iteracion)
    where ejecucion_id = ${ejecucionId} and nodo = ${nodo} and iteracion = ''`.execute(trx)
  return rows[0]
}

/** What a run has kept. Of a region that is over only what it gathered, and what undoing its nodes needs. */
export async function listPuntos(db: Kysely<Database>, id: string): Promise<PuntoGuardado[]> {
  const { rows } = await sql<PuntoGuardado>`select ${PUNTO} ${ofRun(id)}`.execute(db)
  return rows
}

/** Of `punto`, with what stands beside it in `grande`. */
export const PUNTO = sql`nodo, iteracion, region, salida, compensa, coalesce(punto.contenido, grande.contenido) as contenido`

const ofRun = (id: string) => sql`
  from puntos_de_control as punto
  left join puntos_grandes as grande using (ejecucion_id, nodo, iteracion)
  where ejecucion_id = ${id} and nodo not like ${EFECTOS} and (
    region is null or compensa or not exists (
      select from puntos_de_control as done
      where done.ejecucion_id = ${id} and done.nodo = punto.region and done.iteracion = ''
    )
  )`

/** When a run began and what it has kept: no more than so many, what is in no region before the rest, and of them those that are small before they are too many bytes. */
export async function findAvance(
  db: Kysely<Database>,
  id: string,
  { maximo, bytes }: { maximo: number; bytes: number },
): Promise<{ procesoId: string; comenzada: Date; puntos: PuntoGuardado[]; total: number } | undefined> {
  const run = await db
    .selectFrom('ejecucionesDurables')
    .select(['procesoId', 'comenzada'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!run) return undefined
  // The length of what stands out of line is known without reading it.
  const { rows } = await sql<Omit<PuntoGuardado, 'contenido'> & { contenido: string | null; total: number }>`
    with kept as (
      select ${PUNTO}, octet_length(coalesce(punto.contenido, grande.contenido)) as bytes
      ${ofRun(id)} and nodo <> ${FIN}
    ), measured as (
      select *, count(*) over ()::int as total,
        sum(bytes) over (order by iteracion <> '', bytes, iteracion, nodo) as bytes_so_far
      from kept
    )
    select nodo, iteracion, region, salida, compensa, total,
      case when bytes_so_far <= ${bytes} then contenido end as contenido
    from measured order by iteracion <> '', iteracion, nodo limit ${maximo}`.execute(db)
  const puntos = rows.flatMap(({ contenido, ...punto }) =>
    contenido === null ? [] : { ...punto, contenido },
  )
  return { ...run, puntos, total: rows[0]?.total ?? 0 }
}

/** Of these attempts those that still have their runs; they keep them until the transaction ends. */
export async function holdAttempts(
  trx: Kysely<Database>,
  attempts: readonly { id: string; intento: number }[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from ejecuciones_durables
    where (id, intento) in (
      select * from unnest(${attempts.map(({ id }) => id)}::uuid[], ${attempts.map(({ intento }) => intento)}::int[])
    ) and terminada is null
    order by id for update`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Runs that nobody has and that wait for nothing: no entry of the queue leads to them any more. They do not come about by themselves, but a
 * queue may be emptied by hand or restored without them. While one worker looks the others find none.
 */
export async function listUnheld(
  trx: Kysely<Database>,
  { cola, perdidas, maximo }: { cola: string; perdidas: string; maximo: number },
): Promise<{ id: string; trabajo: Trabajo; version: number | null; intento: number }[]> {
  const { rows: locks } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(${UNHELD_LOCK}) as is_ours`.execute(trx)
  if (!locks[0]?.isOurs) return []
  const { rows } = await sql<{ id: string; trabajo: Trabajo; version: number | null; intento: number }>`
    select id, trabajo, version, intento from ejecuciones_durables as durable
    where terminada is null and not dormida and comenzada < now() - interval '1 minute'
      and not exists (select from cola.job where name = ${cola} and id = durable.id and state < 'completed')
      and id not in (
        select source_id from cola.job where name = ${perdidas} and source_id is not null and state < 'completed'
      )
    limit ${maximo} for update skip locked`.execute(trx)
  return rows
}

export async function endDurables(trx: Kysely<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update ejecuciones_durables set terminada = now(), dormida = false
    where id = any(${ids}::uuid[]) and terminada is null`.execute(trx)
  await sql`delete from esperas where ejecucion_id = any(${ids}::uuid[])`.execute(trx)
}

/** Runs that ended so many hours ago, no more than so many at once; answers how many. */
export async function purgeDurables(
  db: Kysely<Database>,
  { horas, maximo }: { horas: number; maximo: number },
): Promise<number> {
  const { rows } = await sql<{ purged: number }>`
    with vieja as (
      delete from ejecuciones_durables where id in (
        select id from ejecuciones_durables
        where terminada < now() - make_interval(hours => ${horas}::int) limit ${maximo} for update skip locked
      ) returning id
    ), punto as (
      delete from puntos_de_control where ejecucion_id in (select id from vieja)
    ), grande as (
      delete from puntos_grandes where ejecucion_id in (select id from vieja)
    )
    select count(*)::int as purged from vieja`.execute(db)
  return rows[0]?.purged ?? 0
}
