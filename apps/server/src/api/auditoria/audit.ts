import { sql, type Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { hashEntry } from './chain.ts'

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
  const chained = { ...entry, id: String(BigInt(last?.id ?? 0) + 1n), momento: new Date() }
  await trx
    .insertInto('auditoria')
    .values({ ...chained, detalle: JSON.stringify(entry.detalle), hash: hashEntry(last?.hash, chained) })
    .execute()
}
