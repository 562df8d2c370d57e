import type { VeredictoDeAuditoria } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { hashEntry } from './chain.ts'
import { findNewest, listChain } from './repository.ts'

const BATCH = 1_000

/** Reads the whole chain, or its last entries, and computes it again. Ids have no gaps: a missing one is a removed entry. */
export async function verifyChain(
  db: Kysely<Database>,
  { last = Number.POSITIVE_INFINITY }: { last?: number } = {},
): Promise<VeredictoDeAuditoria> {
  const before = await findBefore(db, last)
  let previous = before?.hash
  let entradas = Number(before?.id ?? 0)
  for (;;) {
    const entries = await listChain(db, { after: String(entradas), limite: BATCH })
    for (const entry of entries) {
      const isNext = entry.id === String(entradas + 1)
      if (!isNext || !hashEntry(previous, entry).equals(entry.hash)) {
        return { integra: false, entradas, primeraAlterada: entry.id, ultimoHash: toHex(previous) }
      }
      previous = entry.hash
      entradas++
    }
    if (entries.length < BATCH) {
      return { integra: true, entradas, primeraAlterada: null, ultimoHash: toHex(previous) }
    }
  }
}

/** The entry that the last ones follow; undefined: they are all there are. */
async function findBefore(db: Kysely<Database>, last: number) {
  if (!Number.isFinite(last)) return undefined
  const newest = await findNewest(db)
  const id = Number(newest?.id ?? 0) - last
  return id < 1 ? undefined : (await listChain(db, { after: String(id - 1), limite: 1 }))[0]
}

function toHex(hash: Buffer | undefined): string | null {
  return hash?.toString('hex') ?? null
}
