import { LimiteSuperado, type Limits } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/tables.ts'
import { BYTES, Vectores } from './vectores.ts'

/** Collections that one process holds, beside the bytes that they may have together. */
const MAX_COLECCIONES = 100

/** The vectors of collections as they are now: read when they are first searched, and again after they changed. */
export function createVectoresVivos(
  db: Kysely<Database>,
  { ragVectoresBytes: maximo }: Pick<Limits, 'ragVectoresBytes'>,
) {
  const held = new LRUCache<string, { contenido: number; vectores: Promise<Vectores> }>({
    max: MAX_COLECCIONES,
    maxSize: maximo,
    sizeCalculation: () => 1,
  })

  async function read(coleccionId: string): Promise<Vectores> {
    const found = db
      .selectFrom('ragPasajes')
      .where('coleccionId', '=', coleccionId)
      .where('vector', 'is not', null)
    const { bytes, total } = await found
      .select((select) => [
        sql<number>`coalesce(max(length(vector)), 0)`.as('bytes'),
        select.fn.countAll<string>().as('total'),
      ])
      .executeTakeFirstOrThrow()
    if (Number(total) * bytes > maximo) throw new LimiteSuperado({ limite: 'ragVectoresBytes', maximo })
    const rows = await found
      .select(['id', sql<Buffer>`vector`.as('vector')])
      // Others are of a model that the collection is just leaving.
      .where(sql<number>`length(vector)`, '=', bytes)
      .orderBy('id')
      .execute()
    return new Vectores(rows, bytes / BYTES)
  }

  /** `contenido`: the state of the collection that is to be searched. Throws LimiteSuperado. */
  return async function vectoresOf({ id, contenido }: { id: string; contenido: number }): Promise<Vectores> {
    const known = held.get(id)
    if (known?.contenido === contenido) return known.vectores
    const vectores = read(id)
    held.set(id, { contenido, vectores })
    vectores.then(
      ({ bytes }) => {
        // Whoever asked after another change has put something newer there.
        if (held.peek(id)?.vectores === vectores)
          held.set(id, { contenido, vectores }, { size: Math.max(1, bytes) })
      },
      () => held.delete(id),
    )
    return vectores
  }
}
