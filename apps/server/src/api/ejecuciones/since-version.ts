import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { EjecucionFilter } from './list-lugares.ts'

/** Clocks of nodes differ from that of the database by less. */
const SKEW_MS = 3_600_000

/**
 * Runs of one version are looked for from its publication on: no index knows of versions, and for one that hardly ran all runs of its
 * proceso would be read. Null: the proceso has no such version, and so no runs of it. Of a proceso that is gone nobody can tell.
 */
export async function sinceVersion(
  db: Kysely<Database>,
  filter: EjecucionFilter,
): Promise<EjecucionFilter | null> {
  const { procesoId, version, desde } = filter
  if (procesoId === undefined || version === undefined) return filter
  const proceso = await db
    .selectFrom('procesos')
    .leftJoin('procesoVersiones', (join) =>
      join
        .onRef('procesoVersiones.procesoId', '=', 'procesos.id')
        .on('procesoVersiones.version', '=', version),
    )
    .select('procesoVersiones.publicadaEn')
    .where('procesos.id', '=', procesoId)
    .executeTakeFirst()
  if (!proceso) return filter
  if (proceso.publicadaEn === null) return null
  const published = new Date(proceso.publicadaEn.getTime() - SKEW_MS)
  return { ...filter, desde: desde && desde > published ? desde : published }
}
