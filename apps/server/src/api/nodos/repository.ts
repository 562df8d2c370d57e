import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'

/** What was asked of nodes; their processes read it with each heartbeat. */
export function listPedidos(db: Kysely<Database>): Promise<Row<'pedidosDeNodo'>[]> {
  return db.selectFrom('pedidosDeNodo').selectAll().execute()
}

export async function askDrenar(
  trx: Transaction<Database>,
  { nodo, drenar, usuario }: { nodo: string; drenar: boolean; usuario: string },
): Promise<void> {
  const asked = { drenar, drenarUsuario: usuario, drenarMomento: sql<Date>`now()` }
  await trx
    .insertInto('pedidosDeNodo')
    .values({ nodo, ...asked })
    .onConflict((conflict) => conflict.column('nodo').doUpdateSet(asked))
    .execute()
}

export async function askReiniciar(trx: Transaction<Database>, nodo: string): Promise<void> {
  await trx
    .insertInto('pedidosDeNodo')
    .values({ nodo, reinicios: 1 })
    .onConflict((conflict) =>
      conflict.column('nodo').doUpdateSet({ reinicios: sql<number>`pedidos_de_nodo.reinicios + 1` }),
    )
    .execute()
}
