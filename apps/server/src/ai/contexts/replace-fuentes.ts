import type { PiezaDeContexto } from '@div/contract'
import type { Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'

/** What a context is read from, once each: it stays as long as the context names it. */
export async function replaceFuentes(
  trx: Transaction<Database>,
  contextoId: string,
  piezas: readonly PiezaDeContexto[],
): Promise<void> {
  await trx.deleteFrom('aiContextoFuentes').where('contextoId', '=', contextoId).execute()
  const fuentes = piezas
    .filter(({ tipo }) => tipo !== 'texto')
    .map((pieza) => ({
      contextoId,
      parametroId: pieza.tipo === 'parametro' ? pieza.parametroId : null,
      tablaId: pieza.tipo === 'tabla' ? pieza.tablaId : null,
      servidorId: pieza.tipo === 'esquema' ? pieza.servidorId : null,
    }))
  if (fuentes.length === 0) return
  await trx
    .insertInto('aiContextoFuentes')
    .values(fuentes)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
