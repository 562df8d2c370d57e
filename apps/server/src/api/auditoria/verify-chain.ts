import type { VeredictoDeAuditoria } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { hashEntry } from './chain.ts'
import { listChain } from './repository.ts'

const BATCH = 1_000

/** Reads the whole chain and computes it again. Ids have no gaps: a missing one is a removed entry. */
export async function verifyChain(db: Kysely<Database>): Promise<VeredictoDeAuditoria> {
  let previous: Buffer | undefined
  let entradas = 0
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

function toHex(hash: Buffer | undefined): string | null {
  return hash?.toString('hex') ?? null
}
