import { AppError, type LoteHecho, usoSchema } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'

/**
 * Changed together in one transaction: a thousand commits would wake the motors a thousand times, and one that takes long would keep
 * everybody else from changing anything.
 */
const CHUNK = 100

type Change = (trx: Transaction<Database>, id: string) => Promise<unknown>
type Resultado = LoteHecho['resultados'][number]

/** Changes each of them, judged by itself as if it were alone, and tells what became of it. */
export async function changeEach(
  db: Kysely<Database>,
  ids: readonly string[],
  change: Change,
): Promise<LoteHecho> {
  const each = [...new Set(ids)]
  const resultados: Resultado[] = []
  for (let start = 0; start < each.length; start += CHUNK) {
    const chunk = each.slice(start, start + CHUNK)
    resultados.push(
      ...(await db.transaction().execute(async (trx) => {
        const done: Resultado[] = []
        for (const id of chunk) done.push(await attempt(trx, id, change))
        return done
      })),
    )
  }
  const hechos = resultados.filter(({ ok }) => ok).length
  return { hechos, fallidos: resultados.length - hechos, resultados }
}

/** What is refused is undone by itself, and told. */
async function attempt(trx: Transaction<Database>, id: string, change: Change): Promise<Resultado> {
  await sql`savepoint elemento`.execute(trx)
  try {
    await change(trx, id)
    await sql`release savepoint elemento`.execute(trx)
    return { id, ok: true }
  } catch (error) {
    // A bug of ours, or a database that is away, ends the whole of it.
    if (!(error instanceof AppError) || error.status >= 500) throw error
    await sql`rollback to savepoint elemento`.execute(trx)
    const { codigo, message, errores, extra } = error
    const mensaje = errores[0]?.mensaje ?? message
    const usos = usosSchema.safeParse(extra.usos)
    return { id, ok: false, codigo, mensaje, ...(usos.success && { usos: usos.data }) }
  }
}

const usosSchema = z.array(usoSchema)
