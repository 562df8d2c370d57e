import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { hashEntry } from './chain.ts'
import { listChain } from './repository.ts'

const BATCH = 1_000

export interface ChainVerdict {
  integra: boolean
  /** Entries that follow each other without a break. */
  entradas: number
  /** Id of the first that does not; null when all do. */
  primeraAlterada: string | null
  /** Hexadecimal, of the last good one. Kept elsewhere, it also shows when the end of the chain is cut off. */
  ultimoHash: string | null
}

/** Reads the whole chain and computes it again. Ids have no gaps: a missing one is a removed entry. */
export async function verifyChain(db: Kysely<Database>): Promise<ChainVerdict> {
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
