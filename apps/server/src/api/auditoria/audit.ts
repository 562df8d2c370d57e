import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'

export interface AuditEntry {
  /** Who did it, by username. */
  usuario: string
  accion: string
  recurso: string
  recursoId: string | null
  /** Never a secret's value. */
  detalle: Readonly<Record<string, unknown>>
}

/** Two entries at once would both follow the same one: the lock ends with the transaction. */
const LOCK = 7_216_001

/** Adds an entry to the chain, in the transaction of the change itself: each holds the hash of itself and the one before (rule 21). */
export async function audit(trx: Transaction<Database>, entry: AuditEntry): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
  const last = await trx
    .selectFrom('auditoria')
    .select(['id', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const id = String(BigInt(last?.id ?? 0) + 1n)
  const momento = new Date()
  const { usuario, accion, recurso, recursoId } = entry
  const detalle = JSON.stringify(entry.detalle)
  const hash = createHash('sha256')
    .update(last?.hash ?? Buffer.alloc(0))
    .update(JSON.stringify([id, momento.toISOString(), usuario, accion, recurso, recursoId, detalle]))
    .digest()
  await trx
    .insertInto('auditoria')
    .values({ id, momento, usuario, accion, recurso, recursoId, detalle, hash })
    .execute()
}
