import type { EstadoEjecucion } from '@div/contract'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import { containing } from '../../db/like-pattern.ts'
import type { Database, Row } from '../../db/tables.ts'
import { restorePasos } from '../../motor/history/restore-pasos.ts'
import { type Cursor, compareNewest } from './cursor.ts'

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

interface Page {
  limite: number
  cursor: Cursor | null
}

/** Procesos whose name holds what is searched for, by name: who means one of more than these says more of its name. */
const MAX_NAMED = 200

/** The history as the lists and the trace pages read it; only `motor/history` writes it. */
export function createEjecucionesRepository(db: Kysely<Database>) {
  return {
    /** Newest first, one page from a keyset cursor on. */
    async list({ q, ...filter }: EjecucionFilter, page: Page) {
      if (q === undefined) return readPage(filtered(db, filter), page)
      // One reading for each place in which it may stand: each has its own index.
      const procesos = await findNamed(db, q)
      // Of those that were cancelled the error is not looked through: only of those that failed it has an index.
      const failed = filtered(db, filter).where('ejecuciones.estado', '=', 'error')
      const places = [
        failed.where('ejecuciones.errorMensaje', 'ilike', containing(q)),
        failed.where('ejecuciones.errorCodigo', 'ilike', containing(q)),
        filtered(db, filter).where('ejecuciones.claveNegocio', '=', q),
        ...(procesos.length > 0 ? [filtered(db, filter).where('ejecuciones.procesoId', 'in', procesos)] : []),
        ...(isUuid(q) ? [filtered(db, filter).where('ejecuciones.id', '=', q)] : []),
      ]
      return mergeNewest(await Promise.all(places.map((place) => readPage(place, page))), page.limite)
    },

    async get(id: string): Promise<Row<'ejecuciones'> | undefined> {
      const around = timeOfUuid(id)
      let query = db.selectFrom('ejecuciones').selectAll().where('id', '=', id)
      // The id of a run tells when it was made, so that only one or two partitions are read.
      if (around) {
        query = query
          .where('inicio', '>=', new Date(around - 3_600_000))
          .where('inicio', '<=', new Date(around + 86_400_000))
      }
      const row = await query.executeTakeFirst()
      return row && restorePasos(row)
    },

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

type Filtered = SelectQueryBuilder<Database, 'ejecuciones', Record<never, never>>

/** Newest first, from a keyset cursor on. */
function readPage(filtered: Filtered, { limite, cursor }: Page) {
  let query = filtered
    .leftJoin('procesos', 'procesos.id', 'ejecuciones.procesoId')
    .leftJoin('canales', 'canales.id', 'ejecuciones.canalId')
    .select([
      'ejecuciones.id',
      'ejecuciones.inicio',
      'ejecuciones.duracionMs',
      'ejecuciones.estado',
      'ejecuciones.procesoId',
      'procesos.nombre as proceso',
      'ejecuciones.version',
      'ejecuciones.canalId',
      'canales.nombre as canal',
      'ejecuciones.origen',
      'ejecuciones.errorCodigo',
      'ejecuciones.errorMensaje',
      'ejecuciones.errorNodo',
      'ejecuciones.nodoMotor',
      'ejecuciones.claveNegocio',
    ])
    .orderBy('ejecuciones.inicio', 'desc')
    .orderBy('ejecuciones.id', 'desc')
    .limit(limite)
  if (cursor) {
    query = query.where(sql<boolean>`(ejecuciones.inicio, ejecuciones.id) < (${cursor.inicio}, ${cursor.id})`)
  }
  return query.execute()
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

function filtered(db: Kysely<Database>, filter: Omit<EjecucionFilter, 'q'>): Filtered {
  const { procesoId, canalId, version, estado, origen, desde, hasta, duracionMinMs, duracionMaxMs, clave } =
    filter
  let query = db.selectFrom('ejecuciones')
  if (procesoId) query = query.where('ejecuciones.procesoId', '=', procesoId)
  // Only what came through a canal has one: said for the sake of the index.
  if (canalId)
    query = query.where('ejecuciones.origen', '=', 'canal').where('ejecuciones.canalId', '=', canalId)
  if (version !== undefined) query = query.where('ejecuciones.version', '=', version)
  if (estado) query = query.where('ejecuciones.estado', '=', estado)
  if (origen) query = query.where('ejecuciones.origen', '=', origen)
  if (origen && origen !== 'canal') query = query.where('ejecuciones.canalId', 'is', null)
  if (desde) query = query.where('ejecuciones.inicio', '>=', desde)
  if (hasta) query = query.where('ejecuciones.inicio', '<', hasta)
  if (duracionMinMs !== undefined) query = query.where('ejecuciones.duracionMs', '>=', duracionMinMs)
  if (duracionMaxMs !== undefined) query = query.where('ejecuciones.duracionMs', '<=', duracionMaxMs)
  if (clave) query = query.where('ejecuciones.claveNegocio', '=', clave)
  return query
}

function isUuid(text: string): boolean {
  return z.uuid().safeParse(text).success
}

/** Epoch milliseconds in the first 48 bits of a version 7 UUID (RFC 9562, 5.7); null of other versions. */
function timeOfUuid(id: string): number | null {
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null
}
