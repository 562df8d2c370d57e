import { type Kysely, sql } from 'kysely'
import { containing } from '../../db/like-pattern.ts'
import type { Database } from '../../db/tables.ts'
import { readEjecucion } from '../../motor/history/find-ejecuciones.ts'
import { momentsNear } from '../../motor/history/near-id.ts'
import { isUuid } from './busquedas.ts'
import { mergeNewest } from './cursor.ts'
import { fewOfDuracion } from './few-duraciones.ts'
import {
  type EjecucionFilter,
  filtered,
  LISTED,
  type Lugar,
  listLugares,
  onPage,
  type Page,
} from './list-lugares.ts'
import { sinceVersion } from './since-version.ts'
import { isBoundedAbove, withinHoras } from './within-horas.ts'

/** Procesos whose name holds what is searched for, by name: who means one of more than these says more of its name. */
const MAX_NAMED = 200

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How far back each look for a text goes, from an hour on; the last one to the beginning. */
const STRETCHES_OF_DAYS = [1 / 24, 1 / 4, 1, 4, 16, null]
/** So many failures of one proceso are read in milliseconds by their own index. */
const FEW_FAILURES = 5_000

/** The history as the lists and the trace pages read it; only `motor/history` writes it. */
export function createEjecucionesRepository(db: Kysely<Database>) {
  return {
    /** Newest first, one page from a keyset cursor on. */
    async list(asked: EjecucionFilter, page: Page) {
      const wanted = await sinceVersion(db, asked)
      if (wanted === null) return []
      const { q, ...filter } = wanted
      if (q === undefined) return listNewest(db, filter, page)
      // One reading for each place in which it may stand: each has its own index.
      const procesos = await findNamed(db, q)
      // Of those that were cancelled the error is not looked through: only of those that failed it has an index.
      const failed = filtered(db, filter).where('ejecuciones.estado', '=', 'error')
      const places = [
        filtered(db, filter).where('ejecuciones.claveNegocio', '=', q),
        ...(procesos.length > 0 ? await listLugares(db, { ...filter, procesos }, page) : []),
        ...(isUuid(q) ? placesOfId(filtered(db, filter), q) : []),
      ]
      const pages = await Promise.all([
        readFailed(db, failed, { ...filter, q }, page),
        readNewest(places, page),
      ])
      return mergeNewest(pages, page.limite)
    },

    get: (id: string) => readEjecucion(db, id),

    findNamed: (q: string) => findNamed(db, q),

    async readNombres(
      table: 'procesos' | 'canales',
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, string>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom(table)
        .select(['id', 'nombre'])
        .where('id', 'in', [...new Set(ids)])
        .execute()
      return new Map(rows.map(({ id, nombre }) => [id, nombre]))
    },

    /** The draft of what ran, and what is published of it now. */
    findProceso: (id: string) =>
      db
        .selectFrom('procesos')
        .select(['nombre', 'flujo', 'modo', 'versionPublicada'])
        .where('id', '=', id)
        .executeTakeFirst(),

    findVersion: (procesoId: string, version: number) =>
      db
        .selectFrom('procesoVersiones')
        .select(['flujo', 'modo'])
        .where('procesoId', '=', procesoId)
        .where('version', '=', version)
        .executeTakeFirst(),
  }
}

/**
 * Those that took no longer than something most often stand among the last hour's: where the page is full with them, nothing is counted. Those of
 * one proceso and one origin, among the last day's.
 */
async function listNewest(db: Kysely<Database>, filter: Omit<EjecucionFilter, 'q'>, page: Page) {
  const few = await fewOfDuracion(db, filter)
  if (few) return readNewest([few], page)
  const read = async (wanted: typeof filter) => readNewest(await listLugares(db, wanted, page), page)
  const isShort = isBoundedAbove(filter)
  if (!isShort && !isOfOrigin(filter)) return read(filter)
  const from = new Date(lastOf(page, filter) - (isShort ? HOUR_MS : DAY_MS))
  const { desde = from } = filter
  const found = await read({ ...filter, desde: desde > from ? desde : from })
  if (found.length === page.limite) return found
  return read(isShort ? await withinHoras(db, filter) : filter)
}

/** By two indexes at once, as the planner then reads them, all such runs of a proceso are read before the first is shown. */
function isOfOrigin({ procesoId, origen = 'canal' }: Omit<EjecucionFilter, 'q'>): boolean {
  return procesoId !== undefined && origen !== 'canal'
}

/** Before which all of a page began. */
function lastOf({ cursor }: Page, { hasta }: Pick<EjecucionFilter, 'hasta'>): number {
  return Math.min(cursor?.inicio.getTime() ?? Date.now(), hasta?.getTime() ?? Date.now())
}

/** Those of these failures of which the text or the code of the error holds `q`. */
async function readFailed(
  db: Kysely<Database>,
  failed: Lugar,
  { q, procesoId, desde, hasta }: Pick<EjecucionFilter, 'procesoId' | 'desde' | 'hasta'> & { q: string },
  page: Page,
) {
  const part = containing(q)
  if (procesoId !== undefined && (await failedSeldom(db, procesoId))) {
    // Of an expression the index of texts knows nothing: it names runs of all procesos, and the planner takes it for them.
    const told = sql<boolean>`(error_mensaje || '' ilike ${part} or error_codigo || '' ilike ${part})`
    return readNewest([failed.where(told)], page)
  }
  const texts = [
    failed.where('ejecuciones.errorMensaje', 'ilike', part),
    failed.where('ejecuciones.errorCodigo', 'ilike', part),
  ]
  return readBackwards(texts, page, { desde, hasta })
}

async function failedSeldom(db: Kysely<Database>, procesoId: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ejecuciones where estado = 'error' and proceso_id = ${procesoId} limit ${FEW_FAILURES + 1}
    ) as failed`.execute(db)
  return (rows[0]?.count ?? 0) <= FEW_FAILURES
}

/**
 * As `readNewest`, of the last hour at first and then further and further back, until the page is full: an index of texts names all runs that
 * have one, in as many places of the disk, and of a text that many errors have the newest are enough.
 */
async function readBackwards(
  places: readonly Lugar[],
  page: Page,
  { desde, hasta }: Pick<EjecucionFilter, 'desde' | 'hasta'>,
) {
  const last = lastOf(page, { hasta })
  let found: Awaited<ReturnType<typeof readNewest>> = []
  let until: Date | undefined
  for (const days of STRETCHES_OF_DAYS) {
    const from = days === null ? undefined : new Date(last - days * DAY_MS)
    const runs = places.map((place) => between(place, from, until))
    found = mergeNewest([found, await readNewest(runs, page)], page.limite)
    if (found.length === page.limite || (desde && from && from <= desde)) return found
    until = from
  }
  return found
}

function between(runs: Lugar, from: Date | undefined, until: Date | undefined): Lugar {
  const since = from ? runs.where('ejecuciones.inicio', '>=', from) : runs
  return until ? since.where('ejecuciones.inicio', '<', until) : since
}

/** Newest first from the cursor on, of each place and then of all of them. */
async function readNewest(places: readonly Lugar[], page: Page) {
  return mergeNewest(await Promise.all(places.map((place) => readPage(place, page))), page.limite)
}

function readPage(place: Lugar, page: Page) {
  return onPage(place, page)
    .leftJoin('procesos', 'procesos.id', 'ejecuciones.procesoId')
    .leftJoin('canales', 'canales.id', 'ejecuciones.canalId')
    .select([...LISTED, 'procesos.nombre as proceso', 'canales.nombre as canal'])
    .execute()
}

function placesOfId(runs: Lugar, id: string): Lugar[] {
  const near = momentsNear(id)
  const own = runs.where('ejecuciones.id', '=', id)
  const late = own.where('ejecuciones.aplazada', '=', true)
  if (near === null) return [late]
  return [
    late,
    own.where('ejecuciones.inicio', '>=', near.desde).where('ejecuciones.inicio', '<=', near.hasta),
  ]
}

async function findNamed(db: Kysely<Database>, q: string): Promise<string[]> {
  const rows = await db
    .selectFrom('procesos')
    .select('id')
    .where(sql<boolean>`unaccent(nombre) ilike unaccent(${containing(q)})`)
    .orderBy('nombre')
    .orderBy('id')
    .limit(MAX_NAMED)
    .execute()
  return rows.map(({ id }) => id)
}

export type EjecucionesRepository = ReturnType<typeof createEjecucionesRepository>
