import { type Kysely, sql } from 'kysely'
import { containing } from '../../db/like-pattern.ts'
import type { Database } from '../../db/tables.ts'
import { readEjecucion } from '../../motor/history/find-ejecuciones.ts'
import { momentsNear } from '../../motor/history/near-id.ts'
import { isUuid } from './busquedas.ts'
import { type Cursor, compareNewest } from './cursor.ts'
import {
  type EjecucionFilter,
  filtered,
  LISTED,
  type Lugar,
  listLugares,
  onPage,
  type Page,
} from './list-lugares.ts'

/** Procesos whose name holds what is searched for, by name: who means one of more than these says more of its name. */
const MAX_NAMED = 200

/** The history as the lists and the trace pages read it; only `motor/history` writes it. */
export function createEjecucionesRepository(db: Kysely<Database>) {
  return {
    /** Newest first, one page from a keyset cursor on. */
    async list({ q, ...filter }: EjecucionFilter, page: Page) {
      if (q === undefined) return readNewest(await listLugares(db, filter, page), page)
      // One reading for each place in which it may stand: each has its own index.
      const procesos = await findNamed(db, q)
      // Of those that were cancelled the error is not looked through: only of those that failed it has an index.
      const failed = filtered(db, filter).where('ejecuciones.estado', '=', 'error')
      const places = [
        failed.where('ejecuciones.errorMensaje', 'ilike', containing(q)),
        failed.where('ejecuciones.errorCodigo', 'ilike', containing(q)),
        filtered(db, filter).where('ejecuciones.claveNegocio', '=', q),
        ...(procesos.length > 0 ? await listLugares(db, { ...filter, procesos }, page) : []),
        ...(isUuid(q) ? placesOfId(filtered(db, filter), q) : []),
      ]
      return readNewest(places, page)
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
        .select(['flujo', 'modo', 'versionPublicada'])
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

/** What stands in several pages once; as many as one page holds. */
function mergeNewest<Run extends Cursor>(pages: readonly (readonly Run[])[], limite: number): Run[] {
  const byId = new Map(pages.flat().map((run) => [run.id, run]))
  return [...byId.values()].toSorted(compareNewest).slice(0, limite)
}

export type EjecucionesRepository = ReturnType<typeof createEjecucionesRepository>
