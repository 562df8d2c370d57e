import type { EstadoEjecucion } from '@div/contract'
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import type { Cursor } from './cursor.ts'

export interface EjecucionFilter {
  procesoId?: string | undefined
  canalId?: string | undefined
  version?: number | undefined
  estado?: EstadoEjecucion | undefined
  origen?: string | undefined
  desde?: Date | undefined
  hasta?: Date | undefined
  /** Part of an error's text or code or of the name of the proceso, a whole business key, or the id of a run. */
  q?: string | undefined
  duracionMinMs?: number | undefined
  duracionMaxMs?: number | undefined
  /** Value of the business key, whole. */
  clave?: string | undefined
}

export interface Page {
  limite: number
  cursor: Cursor | null
}

/** Runs among which the newest are to be found by one index. */
export type Lugar = SelectQueryBuilder<Database, 'ejecuciones', Record<never, never>>

type Filter = Omit<EjecucionFilter, 'q'> & { procesos?: readonly string[] | undefined }

/** Of a run, what a list shows of it. */
export const LISTED = [
  'ejecuciones.id',
  'ejecuciones.inicio',
  'ejecuciones.duracionMs',
  'ejecuciones.estado',
  'ejecuciones.procesoId',
  'ejecuciones.version',
  'ejecuciones.canalId',
  'ejecuciones.origen',
  'ejecuciones.errorCodigo',
  'ejecuciones.errorMensaje',
  'ejecuciones.errorNodo',
  'ejecuciones.nodoMotor',
  'ejecuciones.claveNegocio',
] as const

/** From so many milliseconds on those that took as long have an index of their own. */
const SLOW_MS = 10

/**
 * Where the runs of a filter stand. The index of procesos and canales has the runs of one proceso through one canal in their order, so
 * those of a proceso, or of a canal, are looked for in as many places as there are such pairs.
 */
export async function listLugares(
  db: Kysely<Database>,
  { procesos, ...filter }: Filter,
  page: Page,
): Promise<Lugar[]> {
  const { procesoId, canalId } = filter
  const wanted = procesos?.filter((id) => procesoId === undefined || id === procesoId) ?? single(procesoId)
  if (wanted === null && canalId === undefined) return [filtered(db, filter)]
  if (isRare(filter)) return [among(filtered(db, filter), wanted)]
  const { procesoId: _, canalId: __, ...rest } = filter
  const pairs = await listPares(db, { procesos: wanted, canalId })
  const runs = filtered(db, rest)
  const throughCanales = eachOf(db, pairs, {
    page,
    runs: runs.where(
      sql<boolean>`(ejecuciones.proceso_id, ejecuciones.canal_id) >= (par.proceso_id, par.canal_id)
        and (ejecuciones.proceso_id, ejecuciones.canal_id) <= (par.proceso_id, par.canal_id)`,
    ),
  })
  if (wanted === null || canalId !== undefined || filter.origen === 'canal') return [throughCanales]
  const others = eachOf(
    db,
    wanted.map((proceso) => ({ procesoId: proceso, canalId: null })),
    {
      page,
      runs: runs.where(
        sql<boolean>`ejecuciones.proceso_id = par.proceso_id and ejecuciones.canal_id is null`,
      ),
    },
  )
  const { origen } = filter
  return origen !== undefined && WITHOUT_CANAL.has(origen) ? [others] : [throughCanales, others]
}

/** What no canal begins. */
const WITHOUT_CANAL: ReadonlySet<string> = new Set(['agente', 'tarea', 'subproceso'])

function single(id: string | undefined): string[] | null {
  return id === undefined ? null : [id]
}

/** Has an index of its own that leaves fewer runs than all those of a proceso may be. */
function isRare({ estado, clave, origen, duracionMinMs = 0 }: Filter): boolean {
  return (
    (estado !== undefined && estado !== 'ok') ||
    clave !== undefined ||
    origen === 'prueba' ||
    origen === 'reintento' ||
    duracionMinMs >= SLOW_MS
  )
}

function among(runs: Lugar, procesos: readonly string[] | null): Lugar {
  return procesos === null ? runs : runs.where('ejecuciones.procesoId', 'in', procesos)
}

interface Par {
  procesoId: string
  canalId: string | null
}

/**
 * The newest runs of each pair, and those of the same moment as the last of them. The order names the columns of the pair as well, and a pair is
 * a range rather than an equality, so that no other index has this order: how many runs a pair has the planner does not know, and
 * by the one of time it would go through all runs for a proceso that hardly ran.
 */
function eachOf(
  db: Kysely<Database>,
  pairs: readonly Par[],
  { runs, page }: { runs: Lugar; page: Page },
): Lugar {
  const newest = sql<Row<'ejecuciones'>>`(
    select suya.* from unnest(${pairs.map(({ procesoId }) => procesoId)}::uuid[],
      ${pairs.map(({ canalId }) => canalId)}::uuid[]) as par (proceso_id, canal_id)
    cross join lateral (${newestOfPar(runs, page).select(LISTED)}) as suya)`
  return db.selectFrom(newest.as<'ejecuciones'>(sql.ref('ejecuciones')))
}

/** Which procesos were called by which canales: now, by the assignments, or at any time that is counted. */
async function listPares(
  db: Kysely<Database>,
  { procesos, canalId }: { procesos: readonly string[] | null; canalId: string | undefined },
): Promise<Par[]> {
  const ofProcesos = procesos === null ? sql`true` : sql`proceso_id = any(${procesos}::uuid[])`
  const ofCanal = canalId === undefined ? sql`true` : sql`canal_id = ${canalId}::uuid`
  const counted = canalId === undefined ? sql`ejecuciones_horas` : countedOf(canalId)
  const { rows } = await sql<Par>`
    select canal_id, proceso_id from canal_procesos where ${ofCanal} and ${ofProcesos}
    union select canal_id, proceso_id from ${counted} where canal_id is not null and ${ofProcesos}`.execute(
    db,
  )
  return rows
}

/** The index has an entry for each hour of a pair: they are skipped, from pair to pair. */
function countedOf(canalId: string) {
  const next = (beyond: RawBuilder<unknown>) => sql`
    select canal_id, proceso_id from ejecuciones_horas where canal_id = ${canalId}::uuid ${beyond}
    order by canal_id, proceso_id limit 1`
  return sql`(
    with recursive par as (
      (${next(sql``)}) union all
      select siguiente.* from par cross join lateral (${next(sql`and proceso_id > par.proceso_id`)}) as siguiente)
    select * from par) as pares`
}

function newestOfPar(runs: Lugar, { limite, cursor }: Page) {
  return after(runs, cursor)
    .orderBy('ejecuciones.procesoId')
    .orderBy('ejecuciones.canalId')
    .orderBy('ejecuciones.inicio', 'desc')
    .fetch(limite, 'with ties')
}

/** Newest first, from a keyset cursor on. */
export function onPage<Selected>(
  runs: SelectQueryBuilder<Database, 'ejecuciones', Selected>,
  { limite, cursor }: Page,
) {
  return after(runs, cursor)
    .orderBy('ejecuciones.inicio', 'desc')
    .orderBy('ejecuciones.id', 'desc')
    .limit(limite)
}

function after<Selected>(runs: SelectQueryBuilder<Database, 'ejecuciones', Selected>, cursor: Cursor | null) {
  if (cursor === null) return runs
  // By itself the first of both leaves out whole days: of pairs of values PostgreSQL does not see it.
  return runs
    .where('ejecuciones.inicio', '<=', cursor.inicio)
    .where(sql<boolean>`(ejecuciones.inicio, ejecuciones.id) < (${cursor.inicio}, ${cursor.id})`)
}

/** Of all runs, or of those that are given. */
export function filtered(
  db: Kysely<Database>,
  filter: Omit<EjecucionFilter, 'q'>,
  runs: Lugar = db.selectFrom('ejecuciones'),
): Lugar {
  const { procesoId, canalId, version, estado, origen, desde, hasta, duracionMinMs, duracionMaxMs, clave } =
    filter
  let query = runs
  if (procesoId) query = query.where('ejecuciones.procesoId', '=', procesoId)
  if (canalId) query = query.where('ejecuciones.canalId', '=', canalId)
  if (version !== undefined) query = query.where('ejecuciones.version', '=', version)
  if (estado) query = query.where('ejecuciones.estado', '=', estado)
  if (origen) query = query.where('ejecuciones.origen', '=', origen)
  // Only these have an index of origins: most runs come through a canal.
  if (origen && origen !== 'canal') query = query.where(sql<boolean>`ejecuciones.origen <> 'canal'`)
  if (desde) query = query.where('ejecuciones.inicio', '>=', desde)
  if (hasta) query = query.where('ejecuciones.inicio', '<', hasta)
  if (duracionMinMs !== undefined) query = query.where('ejecuciones.duracionMs', '>=', duracionMinMs)
  if (duracionMaxMs !== undefined) query = query.where('ejecuciones.duracionMs', '<=', duracionMaxMs)
  if (clave) query = query.where('ejecuciones.claveNegocio', '=', clave)
  return query
}
