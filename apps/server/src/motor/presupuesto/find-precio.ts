import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Tarifa } from './cost-of.ts'

export interface PrecioVigente extends Tarifa {
  moneda: string
}

/**
 * What a model costs on a day (in UTC). Its own price comes before that of any model, that of its servidor before that of any; of those that
 * hold, the one that began last counts. Undefined: nobody has said.
 */
export async function findPrecio(
  db: Kysely<Database>,
  { modelo, servidorId, dia }: { modelo: string; servidorId: string | null; dia: string },
): Promise<PrecioVigente | undefined> {
  const { rows } = await sql<PrecioVigente>`
    select entrada_por_millon, salida_por_millon, cacheada_por_millon, embeddings_por_millon, moneda
    from ai_precios
    where modelo in (${modelo}, '') and (servidor_id is null or servidor_id = ${servidorId}::uuid)
      and desde <= ${dia} and (hasta is null or hasta >= ${dia})
    order by modelo = '', servidor_id is null, desde desc
    limit 1`.execute(db)
  return rows[0]
}
