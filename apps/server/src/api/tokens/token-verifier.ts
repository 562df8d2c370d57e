import { monotonicNow } from '@div/contract'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Database } from '../../db/tables.ts'
import type { TokenGrant, TokenVerifier } from '../../motor/publishing/access.ts'
import { hashBearer, looksLike } from '../access/bearer-secret.ts'
import { findByHash, writeLastUses } from './repository.ts'

/** A change of a token reaches every worker within two seconds (contract); half of it is ours. */
const FRESH_MS = 1_000
const MAX_CACHED = 10_000
const WRITE_EVERY_MS = 5_000

interface Answer {
  grant: TokenGrant | null
  /** By `monotonicNow`; the token's own expiry may come before the cache's. */
  until: number
}

export interface ClosableTokenVerifier extends TokenVerifier {
  /** Writes the last uses that are still in memory. */
  close(): Promise<void>
}

/**
 * Verifies the tokens of canales. Tokens are found by their hash: what a comparison's time could tell is about the hash of a guess,
 * which says nothing of the token. Unknown tokens are remembered too, so that trying one again and again costs one look-up a second.
 */
export function createTokenVerifier({
  db,
  log,
}: {
  db: Kysely<Database>
  log: Logger
}): ClosableTokenVerifier {
  const answers = new LRUCache<string, Answer | Promise<TokenGrant | null>>({ max: MAX_CACHED })
  let uses = new Map<string, Date>()

  async function flush(): Promise<void> {
    if (uses.size === 0) return
    const written = uses
    uses = new Map()
    await writeLastUses(db, written)
  }
  const timer = setInterval(() => {
    flush().catch((error: unknown) => log.warn({ err: error }, 'last uses of tokens not written'))
  }, WRITE_EVERY_MS)
  timer.unref()

  function noteUse(grant: TokenGrant | null): TokenGrant | null {
    if (grant) uses.set(grant.id, new Date())
    return grant
  }

  async function lookUp(hash: Buffer, key: string): Promise<TokenGrant | null> {
    try {
      const answer = judge(await findByHash(db, hash))
      answers.set(key, answer)
      return answer.grant
    } catch (error) {
      answers.delete(key)
      throw error
    }
  }

  return {
    verify(token) {
      if (!looksLike('token', token)) return null
      const hash = hashBearer(token)
      const key = hash.toString('base64')
      const known = answers.get(key)
      if (known instanceof Promise) return known.then(noteUse)
      if (known && known.until > monotonicNow()) return noteUse(known.grant)
      const pending = lookUp(hash, key)
      answers.set(key, pending)
      return pending.then(noteUse)
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

function judge(row: Awaited<ReturnType<typeof findByHash>>): Answer {
  const leftMs = (row?.expiraEn?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now()
  const isGood = row !== undefined && row.revocadoEn === null && leftMs > 0
  return {
    grant: isGood ? { id: row.id, canales: row.canales, capacidades: row.capacidades } : null,
    until: monotonicNow() + (isGood ? Math.min(FRESH_MS, leftMs) : FRESH_MS),
  }
}
