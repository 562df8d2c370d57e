import type { EjecucionDeAgente, EstadoDeAgente, PasoDeAgente } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import { storable, storableJson } from '../../db/storable.ts'
import type { Database, Row } from '../../db/tables.ts'

type Fila = Row<'aiAgenteEjecuciones'>

export type NuevaEjecucion = Pick<
  Fila,
  'id' | 'agenteId' | 'version' | 'origen' | 'usuarioId' | 'conversacionId' | 'mensaje' | 'vence'
>

export async function insertEjecucion(db: Kysely<Database>, nueva: NuevaEjecucion): Promise<void> {
  await db
    .insertInto('aiAgenteEjecuciones')
    .values({
      ...nueva,
      mensaje: storable(nueva.mensaje),
      estado: 'ejecutando',
      datos: null,
      error: null,
      reanudar: null,
    })
    .execute()
}

/** Of one that ends, or stops for a while: only while it goes on. */
export async function writeEjecucion(
  db: Kysely<Database>,
  {
    id,
    ...found
  }: Pick<Fila, 'id' | 'estado' | 'reanudar' | 'vence'> &
    Pick<EjecucionDeAgente, 'respuesta' | 'datos' | 'error' | 'pasos' | 'tokens' | 'duracionMs'>,
): Promise<void> {
  const { estado, reanudar, vence, respuesta, datos, error, pasos, tokens, duracionMs } = found
  await db
    .updateTable('aiAgenteEjecuciones')
    .set({
      ...{ estado, reanudar, vence, duracionMs },
      respuesta: storable(respuesta),
      datos: storableJson(datos ?? null),
      error: error && storableJson(error),
      pasos: storableJson(pasos),
      tokensEntrada: tokens.entrada,
      tokensSalida: tokens.salida,
    })
    .where('id', '=', id)
    .where('estado', '=', 'ejecutando')
    .execute()
}

/** Takes one that waits for a person, so that nobody else goes on with it. Undefined: it does not wait. */
export function takeWaiting(
  db: Kysely<Database>,
  { id, usuarioId, vence }: { id: string; usuarioId: string; vence: Date },
): Promise<Fila | undefined> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('aiAgenteEjecuciones')
      .selectAll()
      .where('id', '=', id)
      .where('usuarioId', '=', usuarioId)
      .where('estado', '=', 'espera')
      .where('vence', '>', sql<Date>`now()`)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return undefined
    await trx
      .updateTable('aiAgenteEjecuciones')
      .set({ estado: 'ejecutando', reanudar: null, vence })
      .where('id', '=', id)
      .execute()
    return row
  })
}

/** Those that nobody will go on with: whoever was at work on them is gone, or nobody was asked in time. */
export async function endAbandoned(db: Kysely<Database>): Promise<void> {
  const codigo = 'INTERRUMPIDA'
  const error = JSON.stringify({ codigo, mensaje: 'Se interrumpió antes de terminar.' })
  const sinPermiso = JSON.stringify({ codigo, mensaje: 'Nadie dijo a tiempo si podía seguir.' })
  await db
    .updateTable('aiAgenteEjecuciones')
    .set({
      ...{ estado: 'error', reanudar: null },
      error: sql<string>`case estado when 'espera' then ${sinPermiso}::jsonb else ${error}::jsonb end`,
    })
    .where('estado', 'in', ['ejecutando', 'espera'])
    .where('vence', '<', sql<Date>`now()`)
    .execute()
  await db
    .updateTable('aiAgentePruebas')
    .set({ estado: 'interrumpida' })
    .where('estado', '=', 'ejecutando')
    .where('vence', '<', sql<Date>`now()`)
    .execute()
}

/** And how cases went, whose runs they are. */
export async function deleteOldEjecuciones(db: Kysely<Database>, dias: number): Promise<void> {
  await sql`
    delete from ai_agente_ejecuciones
    where conversacion_id is null and inicio < now() - ${dias} * interval '1 day'`.execute(db)
  await sql`delete from ai_agente_pruebas where inicio < now() - ${dias} * interval '1 day'`.execute(db)
}

/** Marks one as stopped that waits for a person. */
export async function stopWaiting(
  db: Kysely<Database>,
  { id, usuarioId }: { id: string; usuarioId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('aiAgenteEjecuciones')
    .set({ estado: 'detenida', reanudar: null })
    .where('id', '=', id)
    .where('usuarioId', '=', usuarioId)
    .where('estado', '=', 'espera')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** What it has cost so far, by the ledger. */
async function readCosto(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { importe: string; moneda: string }>> {
  const { rows } = await sql<{ id: string; importe: string; moneda: string }>`
    select mensaje_id::text as id, trim_scale(sum(coalesce(importe, reservado)))::text as importe,
      min(moneda) as moneda
    from ai_consumos where mensaje_id = any(${ids}::uuid[]) and moneda is not null and estado <> 'liberado'
    group by mensaje_id having count(distinct moneda) = 1`.execute(db)
  return new Map(rows.map(({ id, ...costo }) => [id, costo]))
}

/** Whether a run has cost as much as it may, in the currency of its limit. */
export async function isCostReached(
  db: Kysely<Database>,
  { id, importe, moneda }: { id: string; importe: string; moneda: string },
): Promise<boolean> {
  const { rows } = await sql<{ reached: boolean }>`
    select coalesce(sum(coalesce(importe, reservado)), 0) >= ${importe}::numeric as reached
    from ai_consumos where mensaje_id = ${id}::uuid and moneda = ${moneda} and estado <> 'liberado'`.execute(
    db,
  )
  return rows[0]?.reached ?? false
}

/** The runs of one person, oldest first. */
export async function listEjecuciones(
  db: Kysely<Database>,
  filtro: { usuarioId: string } & ({ id: string } | { conversacionId: string }),
): Promise<EjecucionDeAgente[]> {
  await endAbandoned(db)
  const rows = await db
    .selectFrom('aiAgenteEjecuciones')
    .selectAll()
    .where('usuarioId', '=', filtro.usuarioId)
    .where((where) =>
      'id' in filtro ? where('id', '=', filtro.id) : where('conversacionId', '=', filtro.conversacionId),
    )
    .orderBy('inicio')
    .orderBy('id')
    .execute()
  return toEjecuciones(db, rows)
}

export async function toEjecuciones(
  db: Kysely<Database>,
  rows: readonly Fila[],
): Promise<EjecucionDeAgente[]> {
  const costos = await readCosto(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { id, agenteId, version, origen, conversacionId, mensaje, respuesta, datos, error, pasos } = row
    const estado: EstadoDeAgente = row.estado
    return {
      ...{ id, agenteId, version, origen, conversacionId, estado, mensaje, respuesta, datos, error },
      pasos: estado === 'ejecutando' || estado === 'espera' ? [...pasos] : pasos.map(endPaso),
      tokens: { entrada: Number(row.tokensEntrada), salida: Number(row.tokensSalida) },
      tokensEstimados: pasos.some((paso) => paso.tipo === 'modelo' && paso.estimado === true),
      importe: costos.get(id)?.importe ?? null,
      moneda: costos.get(id)?.moneda ?? null,
      inicio: row.inicio.toISOString(),
      duracionMs: row.duracionMs,
    }
  })
}

/** Of a run that nobody went on with nothing waits any more, and what was being done may have been done. */
function endPaso(paso: PasoDeAgente): PasoDeAgente {
  if (paso.tipo !== 'capacidad') return paso
  if (paso.estado === 'espera') return { ...paso, estado: 'rechazada', motivo: 'La ejecución terminó antes.' }
  if (paso.estado === 'ejecutando')
    return { ...paso, estado: 'error', motivo: 'Se interrumpió: no se sabe si se hizo.' }
  return paso
}

/** What was said in a conversation before, the newest of it. */
export async function readAntes(
  db: Kysely<Database>,
  { conversacionId, limite }: { conversacionId: string; limite: number },
): Promise<{ mensaje: string; respuesta: string }[]> {
  const rows = await db
    .selectFrom('aiAgenteEjecuciones')
    .select(['mensaje', 'respuesta'])
    .where('conversacionId', '=', conversacionId)
    .where('estado', '=', 'ok')
    .orderBy('inicio', 'desc')
    .orderBy('id', 'desc')
    .limit(limite)
    .execute()
  return rows.toReversed()
}
