import { type Kysely, sql } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { sumHoras } from '../history/horas-repository.ts'
import { classOf } from '../metrics/rolling-window.ts'

type Muestra = Omit<Row<'alertasMuestras'>, 'alertaId' | 'revision'>

interface Ambito {
  procesoId: string | null
  canalId: string | null
}

interface Run {
  fin: Date
  duracionMs: number
  estado: string
}

/** Of a window in which more ran than this nothing is read: it fills up soon enough. */
const MAX_RUNS = 20_000
const HOUR_MS = 3_600_000

/**
 * What the sums of a window would have been at these moments had somebody looked, oldest first: the sums of now less what the history tells
 * of after each. Empty where the history does not keep all that ran: what it leaves out are mostly those that went well.
 */
export async function readPastMuestras(
  trx: Kysely<Database>,
  { desde, momentos, ...ambito }: Ambito & { desde: Date; momentos: readonly Date[] },
): Promise<Muestra[]> {
  const [begin] = momentos
  if (!begin) return []
  const hora = new Date(Math.floor(begin.getTime() / HOUR_MS) * HOUR_MS)
  const { total } = await sumHoras(trx, { desde: hora, ...ambito })
  if (total > MAX_RUNS) return []
  const runs = await listRuns(trx, { hora, ...ambito })
  if (runs.length < total) return []
  // The history is written before the sums are: what came last is not in them yet.
  const counted = runs.slice(0, total)
  const sums = await sumHoras(trx, { desde, ...ambito })
  return momentos.map((momento) => {
    const after = counted.filter(({ fin }) => fin > momento)
    const clases = [...sums.clases]
    for (const { duracionMs } of after) {
      const index = classOf(duracionMs)
      clases[index] = (clases[index] ?? 0) - 1
    }
    return {
      momento,
      desde,
      total: sums.total - after.length,
      errores: sums.errores - after.filter(({ estado }) => estado === 'error').length,
      clases,
    }
  })
}

async function listRuns(
  trx: Kysely<Database>,
  { hora, procesoId, canalId }: Ambito & { hora: Date },
): Promise<Run[]> {
  const wanted = [
    sql`inicio >= ${hora}`,
    sql`duracion_ms is not null`,
    ...(procesoId === null ? [] : [sql`proceso_id = ${procesoId}::uuid`]),
    ...(canalId === null ? [] : [sql`canal_id = ${canalId}::uuid`]),
  ]
  const { rows } = await sql<Run>`
    select inicio + duracion_ms * interval '1 millisecond' as fin, duracion_ms, estado
    from ejecuciones where ${sql.join(wanted, sql` and `)} order by fin limit ${MAX_RUNS + 1}`.execute(trx)
  return rows
}
