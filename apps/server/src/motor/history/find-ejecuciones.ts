import { type Kysely, sql } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { momentsNear } from './near-id.ts'
import { type Ejecucion, restorePasos } from './restore-pasos.ts'

/** One run with its spans; undefined: the history has none of this id. */
export async function readEjecucion(db: Kysely<Database>, id: string): Promise<Ejecucion | undefined> {
  const { rows } = await sql<Row<'ejecuciones'>>`select ejecucion.* from ${found([id])}`.execute(db)
  const [row] = rows
  return row && restorePasos(row)
}

/** What became of several runs, in no order. */
export async function listEstados(db: Kysely<Database>, ids: readonly string[]) {
  if (ids.length === 0) return []
  type Estado = Pick<Row<'ejecuciones'>, 'id' | 'estado' | 'duracionMs' | 'errorMensaje'>
  const { rows } = await sql<Estado>`
    select ejecucion.id, ejecucion.estado, ejecucion.duracion_ms, ejecucion.error_mensaje from ${found(ids)}`.execute(
    db,
  )
  return rows
}

/** An id tells about when its run began, so that no index of ids is paid by every run: only those that were put off have one. */
function found(ids: readonly string[]) {
  const near = ids.map(momentsNear)
  return sql`
    unnest(${ids}::uuid[], ${near.map((each) => each?.desde)}::timestamptz[],
      ${near.map((each) => each?.hasta)}::timestamptz[]) as pedida (id, desde, hasta)
    cross join lateral (
      select * from ejecuciones where id = pedida.id and inicio between pedida.desde and pedida.hasta
      union all
      select * from ejecuciones where id = pedida.id and aplazada) as ejecucion`
}
