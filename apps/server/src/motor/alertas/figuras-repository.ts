import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { sumHoras } from '../history/horas-repository.ts'
import type { Conteo, PresupuestoGastado, TareaPerdida, TareaQueFalla } from './judge-condicion.ts'
import { readPastMuestras } from './past-muestras.ts'

/** Hours that a run may last and still be counted in the window in which it ended: it is counted by the hour in which it began. */
const HORAS_ATRAS = 24
/** Sums that are kept of one window: it is longer by one such part than what was asked for, at most. */
const MUESTRAS_POR_VENTANA = 20
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

interface Ambito {
  procesoId: string | null
  canalId: string | null
}

/**
 * What ran in the last minutes, of sums by the hour: what they come to now, less what they came to when the window began. What that was before
 * a rule was first looked at the history tells; where it does not, the window begins then.
 */
export async function readConteo(
  trx: Kysely<Database>,
  {
    alertaId,
    revision,
    minutos,
    now,
    ...ambito
  }: Ambito & { alertaId: string; revision: number; minutos: number; now: Date },
): Promise<Conteo> {
  const windowMs = minutos * MINUTE_MS
  const desde = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - HORAS_ATRAS * HOUR_MS)
  const kept = await trx
    .selectFrom('alertasMuestras')
    .selectAll()
    .where('alertaId', '=', alertaId)
    .where('revision', '=', revision)
    .orderBy('momento', 'desc')
    .execute()
  const begin = now.getTime() - windowMs
  const muestras = kept.length > 0 ? kept : await lookBack()
  // The newest that is old enough, else the oldest.
  const first = muestras.find(({ momento }) => momento.getTime() <= begin) ?? muestras.at(-1)
  const newest = muestras[0]
  if (!newest || now.getTime() - newest.momento.getTime() >= windowMs / MUESTRAS_POR_VENTANA) {
    const { maximaMs: _, ...sums } = await sumHoras(trx, { desde, ...ambito })
    await trx
      .insertInto('alertasMuestras')
      .values({ alertaId, revision, momento: now, desde, ...sums })
      .execute()
  }
  await trx
    .deleteFrom('alertasMuestras')
    .where('alertaId', '=', alertaId)
    .where(({ or, eb }) => or([eb('revision', '<>', revision), eb('momento', '<', first?.momento ?? now)]))
    .execute()
  if (!first) return { total: 0, errores: 0, clases: [], maximaMs: 0, minutos }
  const sums = await sumHoras(trx, { desde: first.desde, ...ambito })
  return {
    // What a purge of the history took away in between is not less than nothing.
    total: Math.max(0, sums.total - first.total),
    errores: Math.max(0, sums.errores - first.errores),
    clases: sums.clases.map((count, index) => Math.max(0, count - (first.clases[index] ?? 0))),
    // Of all that was summed up: when the longest of the window ended nobody knows.
    maximaMs: sums.maximaMs,
    minutos,
  }

  /** Newest first, as those that are kept. */
  async function lookBack() {
    const momentos = Array.from(
      { length: MUESTRAS_POR_VENTANA },
      (_, part) => new Date(begin + (part * windowMs) / MUESTRAS_POR_VENTANA),
    )
    const past = await readPastMuestras(trx, { desde, momentos, ...ambito })
    const rows = past.map((muestra) => ({ alertaId, revision, ...muestra })).toReversed()
    if (rows.length > 0) await trx.insertInto('alertasMuestras').values(rows).execute()
    return rows
  }
}

export async function listTareasPerdidas(
  trx: Kysely<Database>,
  { tareaId, minutos }: { tareaId: string | null; minutos: number },
): Promise<TareaPerdida[]> {
  const { rows } = await sql<TareaPerdida>`
    select tarea_id::text, tarea.nombre, count(*)::int as perdidos
    from disparos join tareas_programadas as tarea on tarea.id = tarea_id
    where estado = 'perdido' and momento >= now() - make_interval(mins => ${minutos}::int)
      and (${tareaId}::uuid is null or tarea_id = ${tareaId}::uuid)
    group by tarea_id, tarea.nombre order by tarea.nombre`.execute(trx)
  return rows
}

export async function listTareasQueFallan(
  trx: Kysely<Database>,
  { tareaId }: { tareaId: string | null },
): Promise<TareaQueFalla[]> {
  const { rows } = await sql<TareaQueFalla>`
    select tarea_id::text, nombre, seguidos, fallos_para_alerta
    from tareas_fallos join tareas_programadas as tarea on tarea.id = tarea_id
    where activo and (${tareaId}::uuid is null or tarea_id = ${tareaId}::uuid) order by nombre`.execute(trx)
  return rows
}

/** How runs of an ambito are named in a sentence. */
export async function nameAmbito(trx: Kysely<Database>, { procesoId, canalId }: Ambito): Promise<string> {
  const { rows } = await sql<{ proceso: string | null; canal: string | null }>`select
    (select nombre from procesos where id = ${procesoId}::uuid) as proceso,
    (select nombre from canales where id = ${canalId}::uuid) as canal`.execute(trx)
  const { proceso = null, canal = null } = rows[0] ?? {}
  const parts = [
    ...(procesoId === null ? [] : [`de «${proceso ?? 'un proceso eliminado'}»`]),
    ...(canalId === null ? [] : [`por el canal «${canal ?? 'eliminado'}»`]),
  ]
  return parts.length === 0 ? 'de todo el producto' : parts.join(' ')
}

export async function listPresupuestosGastados(
  trx: Kysely<Database>,
  { presupuestoId }: { presupuestoId: string | null },
): Promise<PresupuestoGastado[]> {
  const { rows } = await sql<PresupuestoGastado>`
    select id::text, nombre, (gastado * 100 / nullif(importe, 0))::float8 as porcentaje
    from ai_presupuestos join ai_presupuesto_periodos on presupuesto_id = id
    where activo and inicio <= now() and fin > now() and importe > 0
      and (${presupuestoId}::uuid is null or id = ${presupuestoId}::uuid)`.execute(trx)
  return rows
}
