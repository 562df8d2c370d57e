import type { EstadoEjecucion, Flujo } from '@div/contract'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import { containing } from '../../db/like-pattern.ts'
import type { Database, Row } from '../../db/tables.ts'
import { restorePasos } from '../../motor/history/restore-pasos.ts'
import type { Cursor } from './cursor.ts'

export interface EjecucionFilter {
  procesoId?: string | undefined
  canalId?: string | undefined
  version?: number | undefined
  estado?: EstadoEjecucion | undefined
  origen?: string | undefined
  desde?: Date | undefined
  hasta?: Date | undefined
  /** Part of an error's text or code or of the name of the proceso, or the id of a run. */
  q?: string | undefined
  duracionMinMs?: number | undefined
  duracionMaxMs?: number | undefined
}

/** The history as the lists and the trace pages read it; only `motor/history` writes it. */
export function createEjecucionesRepository(db: Kysely<Database>) {
  return {
    /** Newest first, one page from a keyset cursor on. */
    async list(filter: EjecucionFilter, { limite, cursor }: { limite: number; cursor: Cursor | null }) {
      let query = filtered(db, filter)
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
        ])
        .orderBy('ejecuciones.inicio', 'desc')
        .orderBy('ejecuciones.id', 'desc')
        .limit(limite)
      if (cursor) {
        query = query.where(
          sql<boolean>`(ejecuciones.inicio, ejecuciones.id) < (${cursor.inicio}, ${cursor.id})`,
        )
      }
      return query.execute()
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
      db.selectFrom('procesos').select(['flujo', 'versionPublicada']).where('id', '=', id).executeTakeFirst(),

    async findFlujo(procesoId: string, version: number): Promise<Flujo | undefined> {
      const row = await db
        .selectFrom('procesoVersiones')
        .select('flujo')
        .where('procesoId', '=', procesoId)
        .where('version', '=', version)
        .executeTakeFirst()
      return row?.flujo
    },
  }
}

export type EjecucionesRepository = ReturnType<typeof createEjecucionesRepository>

function filtered(
  db: Kysely<Database>,
  filter: EjecucionFilter,
): SelectQueryBuilder<Database, 'ejecuciones', Record<never, never>> {
  let query = db.selectFrom('ejecuciones')
  if (filter.procesoId) query = query.where('ejecuciones.procesoId', '=', filter.procesoId)
  if (filter.canalId) query = query.where('ejecuciones.canalId', '=', filter.canalId)
  if (filter.version !== undefined) query = query.where('ejecuciones.version', '=', filter.version)
  if (filter.estado) query = query.where('ejecuciones.estado', '=', filter.estado)
  if (filter.origen) query = query.where('ejecuciones.origen', '=', filter.origen)
  if (filter.desde) query = query.where('ejecuciones.inicio', '>=', filter.desde)
  if (filter.hasta) query = query.where('ejecuciones.inicio', '<', filter.hasta)
  if (filter.duracionMinMs !== undefined)
    query = query.where('ejecuciones.duracionMs', '>=', filter.duracionMinMs)
  if (filter.duracionMaxMs !== undefined)
    query = query.where('ejecuciones.duracionMs', '<=', filter.duracionMaxMs)
  const { q } = filter
  if (q) {
    const pattern = containing(q)
    query = query.where((where) =>
      where.or([
        where('ejecuciones.errorMensaje', 'ilike', pattern),
        where('ejecuciones.errorCodigo', 'ilike', pattern),
        where('ejecuciones.procesoId', 'in', (procesos) =>
          procesos
            .selectFrom('procesos')
            .select('id')
            .where(sql<boolean>`unaccent(nombre) ilike unaccent(${pattern})`),
        ),
        ...(isUuid(q) ? [where('ejecuciones.id', '=', q)] : []),
      ]),
    )
  }
  return query
}

function isUuid(text: string): boolean {
  return z.uuid().safeParse(text).success
}

/** Epoch milliseconds in the first 48 bits of a version 7 UUID (RFC 9562, 5.7); null of other versions. */
function timeOfUuid(id: string): number | null {
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null
}
