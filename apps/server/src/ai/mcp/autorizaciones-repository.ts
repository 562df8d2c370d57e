import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'

/** A person who was asked answers within that time, or is asked again. */
const PATIENCE_MINUTES = 10

export function readAutorizacion(db: Kysely<Database>, servidorId: string) {
  return db
    .selectFrom('mcpAutorizaciones')
    .selectAll()
    .where('servidorId', '=', servidorId)
    .executeTakeFirst()
}

/** Nobody else renews it meanwhile. */
export function lockAutorizacion(trx: Transaction<Database>, servidorId: string) {
  return trx
    .selectFrom('mcpAutorizaciones')
    .select('sellada')
    .where('servidorId', '=', servidorId)
    .forUpdate()
    .executeTakeFirst()
}

/** What a person allowed takes the place of what was allowed before. */
export async function insertAutorizacion(
  trx: Transaction<Database>,
  { servidorId, sellada, por }: { servidorId: string; sellada: string; por: string },
): Promise<void> {
  await trx
    .insertInto('mcpAutorizaciones')
    .values({ servidorId, sellada, por })
    .onConflict((conflict) =>
      conflict.column('servidorId').doUpdateSet({ sellada, por, momento: sql<Date>`now()` }),
    )
    .execute()
}

/** The same, renewed: whose it is stays. */
export async function updateAutorizacion(
  trx: Transaction<Database>,
  servidorId: string,
  sellada: string,
): Promise<void> {
  await trx.updateTable('mcpAutorizaciones').set({ sellada }).where('servidorId', '=', servidorId).execute()
}

/** Whether there was one. */
export async function deleteAutorizacion(trx: Transaction<Database>, servidorId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('mcpAutorizaciones')
    .where('servidorId', '=', servidorId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

interface Pedida {
  hash: Buffer
  servidorId: string
  usuarioId: string
  sellada: string
}

/** Those that nobody answered are forgotten with it. */
export async function insertPedida(trx: Transaction<Database>, pedida: Pedida): Promise<void> {
  await trx.deleteFrom('mcpAutorizacionesPedidas').where(sql<boolean>`not ${isRecent}`).execute()
  await trx.insertInto('mcpAutorizacionesPedidas').values(pedida).execute()
}

/** Once, and only for whoever was asked. */
export function takePedida(
  trx: Transaction<Database>,
  { hash, usuarioId }: Pick<Pedida, 'hash' | 'usuarioId'>,
): Promise<Pick<Pedida, 'servidorId' | 'sellada'> | undefined> {
  return trx
    .deleteFrom('mcpAutorizacionesPedidas')
    .where('hash', '=', hash)
    .where('usuarioId', '=', usuarioId)
    .where(isRecent)
    .returning(['servidorId', 'sellada'])
    .executeTakeFirst()
}

const isRecent = sql<boolean>`(pedida_en > now() - ${sql.lit(PATIENCE_MINUTES)} * interval '1 minute')`
