import { DemasiadosPuntos, type Flujo, type Limits } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'

type Draft = Pick<Row<'procesos'>, 'id' | 'modo' | 'flujo' | 'actualizadoEn' | 'actualizadoPor'>

interface PuntoRow {
  id: string
  nombre: string | null
  modo: 'memoria' | 'durable'
  nodos: number
  creadoEn: Date
  creadoPor: string | null
}

const SUMMARY = sql`id::text, nombre, modo, jsonb_array_length(flujo -> 'nodos') as nodos, creado_en, creado_por`

/** The newest first. */
export async function listPuntos(db: Kysely<Database>, procesoId: string): Promise<PuntoRow[]> {
  const { rows } = await sql<PuntoRow>`
    select ${SUMMARY} from proceso_puntos where proceso_id = ${procesoId}::uuid order by creado_en desc, id`.execute(
    db,
  )
  return rows
}

export async function findPunto(
  db: Kysely<Database>,
  { procesoId, id }: { procesoId: string; id: string },
): Promise<(PuntoRow & { flujo: Flujo }) | undefined> {
  const { rows } = await sql<PuntoRow & { flujo: Flujo }>`
    select ${SUMMARY}, flujo from proceso_puntos
    where proceso_id = ${procesoId}::uuid and id = ${id}::uuid`.execute(db)
  return rows[0]
}

export async function removePunto(
  trx: Transaction<Database>,
  { procesoId, id }: { procesoId: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('procesoPuntos')
    .where('procesoId', '=', procesoId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The draft as it is now, under a name. The caller holds the lock of the process. */
export async function namePunto(
  trx: Transaction<Database>,
  { draft, nombre, usuario, limite }: { draft: Draft; nombre: string; usuario: string; limite: number },
): Promise<PuntoRow> {
  const { rows: named } = await sql<{ total: number }>`
    select count(*)::int as total from proceso_puntos
    where proceso_id = ${draft.id}::uuid and nombre is not null`.execute(trx)
  if ((named[0]?.total ?? 0) >= limite) throw new DemasiadosPuntos({ limite })
  const { rows } = await sql<PuntoRow>`
    insert into proceso_puntos (proceso_id, nombre, modo, flujo, creado_por)
    values (${draft.id}::uuid, ${nombre}, ${draft.modo}, ${JSON.stringify(draft.flujo)}::jsonb, ${usuario})
    returning ${SUMMARY}`.execute(trx)
  const [punto] = rows
  if (!punto) throw new Error('an insert answered no row')
  return punto
}

/**
 * Keeps what a draft was before it is overwritten, when that stood for some time or somebody else wrote it: the states of an hour of
 * drawing are a dozen, and not a thousand. What was kept too long, or is one too many, goes.
 */
export async function keepPunto(
  trx: Transaction<Database>,
  {
    before,
    usuario,
    limits,
    isReplaced,
  }: { before: Draft; usuario: string; limits: Limits; isReplaced: boolean },
): Promise<void> {
  const isKept = isReplaced || before.actualizadoPor !== usuario
  const { rows } = await sql`
    insert into proceso_puntos (proceso_id, modo, flujo, creado_en, creado_por)
    select ${before.id}::uuid, ${before.modo}, ${JSON.stringify(before.flujo)}::jsonb, ${before.actualizadoEn}, ${before.actualizadoPor}
    where not exists (
      select from (
        select creado_en, flujo, modo from proceso_puntos
        where proceso_id = ${before.id}::uuid order by creado_en desc limit 1) ultimo
      where (ultimo.flujo = ${JSON.stringify(before.flujo)}::jsonb and ultimo.modo = ${before.modo})
        or (not ${isKept}::boolean and ultimo.creado_en > ${before.actualizadoEn}::timestamptz
          - make_interval(mins => ${limits.puntosMinutos}::int)))
    returning id`.execute(trx)
  if (rows.length > 0) await dropOldPuntos(trx, before.id, limits)
}

/** The draft as it is now is among the kept ones; answers the newest of them. */
export async function ensurePunto(
  trx: Transaction<Database>,
  { draft, usuario, limits }: { draft: Draft; usuario: string; limits: Limits },
): Promise<PuntoRow> {
  await keepPunto(trx, { before: draft, usuario, limits, isReplaced: true })
  const [newest] = await listPuntos(trx, draft.id)
  if (!newest) throw new Error('there is at least the one that was kept')
  return newest
}

async function dropOldPuntos(trx: Transaction<Database>, procesoId: string, limits: Limits): Promise<void> {
  await sql`
    delete from proceso_puntos where proceso_id = ${procesoId}::uuid and nombre is null and (
      creado_en < now() - make_interval(days => ${limits.puntosDias}::int)
      or id in (
        select id from proceso_puntos where proceso_id = ${procesoId}::uuid and nombre is null
        order by creado_en desc offset ${limits.puntosAutomaticos}::int))`.execute(trx)
}
