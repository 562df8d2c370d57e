import { type Flujo, NoEncontrado } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'

/** A published version without its document. */
type PublishedRow = Pick<
  Row<'procesoVersiones'>,
  'version' | 'modo' | 'nota' | 'publicadaEn' | 'publicadaPor'
>

export function listVersiones(db: Kysely<Database>, procesoId: string): Promise<PublishedRow[]> {
  return db
    .selectFrom('procesoVersiones')
    .select(['version', 'modo', 'nota', 'publicadaEn', 'publicadaPor'])
    .where('procesoId', '=', procesoId)
    .orderBy('version', 'desc')
    .execute()
}

function findVersion(
  db: Kysely<Database>,
  procesoId: string,
  version: number,
): Promise<(PublishedRow & { flujo: Flujo }) | undefined> {
  return db
    .selectFrom('procesoVersiones')
    .select(['version', 'modo', 'nota', 'publicadaEn', 'publicadaPor', 'flujo'])
    .where('procesoId', '=', procesoId)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** The number of the published version when it is the same, compared as documents and not as texts. */
export async function findSamePublished(
  db: Kysely<Database>,
  { id, modo, flujo, versionPublicada }: Pick<Row<'procesos'>, 'id' | 'modo' | 'flujo' | 'versionPublicada'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    select version from proceso_versiones
    where proceso_id = ${id}::uuid and version = ${versionPublicada}::int and modo = ${modo}
      and flujo = ${JSON.stringify(flujo)}::jsonb`.execute(db)
  return rows[0]?.version
}

/** Throws NoEncontrado. */
export async function getVersion(
  db: Kysely<Database>,
  { procesoId, version: n }: { procesoId: string; version: number },
): Promise<PublishedRow & { flujo: Flujo }> {
  const version = await findVersion(db, procesoId, n)
  if (!version) throw new NoEncontrado({ recurso: 'la versión', id: String(n) })
  return version
}

/** Writes the draft as the next version, which from now on never changes. The caller holds the lock of the process. */
export async function insertVersion(
  trx: Transaction<Database>,
  { proceso, nota, usuario }: { proceso: Row<'procesos'>; nota: string; usuario: string },
): Promise<number> {
  const { version } = await trx
    .insertInto('procesoVersiones')
    .values({
      procesoId: proceso.id,
      version: sql<number>`(select coalesce(max(version), 0) + 1 from proceso_versiones where proceso_id = ${proceso.id}::uuid)`,
      modo: proceso.modo,
      flujo: JSON.stringify(proceso.flujo),
      nota,
      publicadaPor: usuario,
    })
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
