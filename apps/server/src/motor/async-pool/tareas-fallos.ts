import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Trabajo } from './trabajo.ts'

/** The end of a run. */
export interface FinDeTarea {
  id: string
  trabajo: Pick<Trabajo, 'tareaId'>
  estado: 'ok' | 'error' | 'cancelada'
}

/** What the ends of some runs, in their order, come to for one tarea. */
export interface CambioDeFallos {
  tareaId: string
  /** One of them went well: what was counted before counts no more. */
  deNuevo: boolean
  /** Those that failed since. */
  fallos: number
  /** The last that failed. */
  ejecucionId: string | null
}

/** In the order of the tareas. A run that was cancelled says nothing. */
export function sumFallos(fines: readonly FinDeTarea[]): CambioDeFallos[] {
  const byTarea = new Map<string, CambioDeFallos>()
  for (const { id, trabajo, estado } of fines) {
    const { tareaId } = trabajo
    if (tareaId === null || estado === 'cancelada') continue
    const before = byTarea.get(tareaId) ?? { tareaId, deNuevo: false, fallos: 0, ejecucionId: null }
    byTarea.set(
      tareaId,
      estado === 'ok'
        ? { tareaId, deNuevo: true, fallos: 0, ejecucionId: null }
        : { ...before, fallos: before.fallos + 1, ejecucionId: id },
    )
  }
  return [...byTarea.values()].sort((left, right) => (left.tareaId < right.tareaId ? -1 : 1))
}

/**
 * Counts how many runs of each tarea failed in a row, in the transaction in which they end. One tarea after the other, whatever becomes of each: two
 * transactions that took the same ones in another order would wait for each other.
 */
export async function countFallos(trx: Kysely<Database>, fines: readonly FinDeTarea[]): Promise<void> {
  const cambios = sumFallos(fines)
  const failing = await listFailing(trx, cambios)
  for (const { tareaId, deNuevo, fallos, ejecucionId } of cambios) {
    if (ejecucionId === null) {
      if (failing.has(tareaId)) await trx.deleteFrom('tareasFallos').where('tareaId', '=', tareaId).execute()
      continue
    }
    await sql`
      insert into tareas_fallos as antes (tarea_id, seguidos, desde, ejecucion_id)
      values (${tareaId}::uuid, ${fallos}::int, now(), ${ejecucionId}::uuid)
      on conflict (tarea_id) do update set
        seguidos = case when ${deNuevo}::boolean then 0 else antes.seguidos end + excluded.seguidos,
        desde = case when ${deNuevo}::boolean then excluded.desde else antes.desde end,
        ejecucion_id = excluded.ejecucion_id`.execute(trx)
  }
}

/** Of the tareas that end well those that failed before; most did not. */
async function listFailing(
  trx: Kysely<Database>,
  cambios: readonly CambioDeFallos[],
): Promise<ReadonlySet<string>> {
  const ended = cambios.flatMap(({ tareaId, fallos }) => (fallos === 0 ? tareaId : []))
  if (ended.length === 0) return new Set()
  const rows = await trx.selectFrom('tareasFallos').select('tareaId').where('tareaId', 'in', ended).execute()
  return new Set(rows.map(({ tareaId }) => tareaId))
}
