import type { AiCapability, Uso } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'

export function toRow({ objetivo: { procesoId }, ...capability }: AiCapability) {
  return { ...capability, procesoId }
}

/** Whether there is such a proceso; it stays until the transaction ends. */
export async function holdProceso(trx: Transaction<Database>, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('procesos')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** What each of these procesos is called, and whether it is published. */
export async function readProcesos(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { proceso: string; publicado: boolean }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('procesos')
    .select(['id', 'nombre', 'versionPublicada'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(
    rows.map(({ id, nombre, versionPublicada }) => [
      id,
      { proceso: nombre, publicado: versionPublicada !== null },
    ]),
  )
}

/** The tokens that let it be used. */
export function listUsos(db: Kysely<Database>, { id }: Row<'aiCapabilities'>): Promise<Uso[]> {
  return db
    .selectFrom('tokens')
    .select([sql<string>`'tokens'`.as('recurso'), 'id', 'nombre'])
    .where(sql<boolean>`${id}::uuid = any(capacidades)`)
    .where('revocadoEn', 'is', null)
    .orderBy('nombre')
    .execute()
}

export async function countUsos(
  db: Kysely<Database>,
  rows: readonly Row<'aiCapabilities'>[],
): Promise<ReadonlyMap<string, number>> {
  const ids = rows.map(({ id }) => id)
  const { rows: counted } = await sql<{ id: string; total: number }>`
    select capacidad.id::text, count(*)::int as total
    from tokens, unnest(capacidades) as capacidad (id)
    where revocado_en is null and capacidad.id = any(${ids}::uuid[])
    group by capacidad.id`.execute(db)
  return new Map(counted.map(({ id, total }) => [id, total]))
}
