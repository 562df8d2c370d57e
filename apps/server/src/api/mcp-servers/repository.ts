import type { HerramientaPermitida } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'

const COLUMNS = ['id', 'nombre', 'activo', 'permitirRedPrivada', 'revision', 'config'] as const

export interface McpServidor extends Pick<Row<'servidores'>, (typeof COLUMNS)[number]> {
  autorizadoPor: string | null
  autorizadoEn: Date | null
}

const select = (db: Kysely<Database>) =>
  db
    .selectFrom('servidores')
    .leftJoin('mcpAutorizaciones', 'mcpAutorizaciones.servidorId', 'servidores.id')
    .select(COLUMNS.map((column) => `servidores.${column}` as const))
    .select(['mcpAutorizaciones.por as autorizadoPor', 'mcpAutorizaciones.momento as autorizadoEn'])
    .where('tipoServidor', '=', 'mcp')

export function listServidores(db: Kysely<Database>, limite: number): Promise<McpServidor[]> {
  return select(db).orderBy('nombre').limit(limite).execute()
}

export async function countServidores(db: Kysely<Database>): Promise<number> {
  const { total } = await db
    .selectFrom('servidores')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('tipoServidor', '=', 'mcp')
    .executeTakeFirstOrThrow()
  return total
}

export function findServidor(db: Kysely<Database>, id: string): Promise<McpServidor | undefined> {
  return select(db).where('servidores.id', '=', id).executeTakeFirst()
}

/** Whoever else changes it waits. */
export function lockServidor(trx: Transaction<Database>, id: string): Promise<McpServidor | undefined> {
  return select(trx).where('servidores.id', '=', id).forUpdate('servidores').executeTakeFirst()
}

export async function writePermitidas(
  trx: Transaction<Database>,
  { id, config }: Pick<McpServidor, 'id' | 'config'>,
  { herramientas, usuario }: { herramientas: readonly HerramientaPermitida[]; usuario: string },
): Promise<void> {
  await trx
    .updateTable('servidores')
    .set({
      config: JSON.stringify({ ...config, herramientas }),
      revision: sql`revision + 1`,
      actualizadoEn: sql`now()`,
      actualizadoPor: usuario,
    })
    .where('id', '=', id)
    .execute()
}

/** Every process forgets what it knows of it: connections of before are not used any more. */
export async function tellChange(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.updateTable('servidores').set({ actualizadoEn: sql`now()` }).where('id', '=', id).execute()
}
