import type { AccionAuditada, RecursoAuditado } from '@div/contract'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { hashEntry } from './chain.ts'
import { findNewest } from './repository.ts'

export interface AuditEntry {
  /** Who did it, by username. */
  usuario: string
  accion: AccionAuditada
  recurso: RecursoAuditado
  recursoId: string | null
  /** Never a secret's value. */
  detalle: Readonly<Record<string, unknown>>
}

/** Two entries at once would both follow the same one: the lock ends with the transaction. */
const LOCK = 7_216_001

/** Adds an entry to the chain, in the transaction of the change itself: each holds the hash of itself and the one before (rule 21). */
export function audit(trx: Transaction<Database>, entry: AuditEntry): Promise<void> {
  return auditAll(trx, [entry])
}

/** Entries that one statement adds. */
const BATCH = 1_000

/** The same for many things that are done together. */
export async function auditAll(trx: Transaction<Database>, entries: readonly AuditEntry[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
  const last = await findNewest(trx)
  let { id, hash } = { id: BigInt(last?.id ?? 0), hash: last?.hash }
  const momento = new Date()
  const chained = entries.map((entry) => {
    id += 1n
    const next = { ...entry, id: String(id), momento }
    hash = hashEntry(hash, next)
    return { ...next, detalle: JSON.stringify(entry.detalle), hash }
  })
  for (let start = 0; start < chained.length; start += BATCH) {
    await trx
      .insertInto('auditoria')
      .values(chained.slice(start, start + BATCH))
      .execute()
  }
}
