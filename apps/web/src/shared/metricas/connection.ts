import type { ConnectionStatus } from '@div/ui'

/** Without a successful update for so long, what is shown may be wrong (spec, 9). */
const STALE_MS = 60_000

/** Epoch milliseconds; 0: never. */
export interface Attempts {
  succeededAt: number
  failedAt: number
  /** Of the last attempt, where a begun one counts (spec, 4 «Connection status»). */
  attemptedAt?: number
}

export function isStale({ succeededAt, failedAt }: Attempts, now: number): boolean {
  return failedAt > succeededAt || (succeededAt > 0 && now - succeededAt >= STALE_MS)
}

/** A failure disconnects; who has not succeeded for long is trying to connect again. */
export function connectionOf(
  { succeededAt, failedAt, attemptedAt = 0 }: Attempts,
  now: number,
): ConnectionStatus {
  if (succeededAt > 0 && now - succeededAt >= STALE_MS) return 'reconnecting'
  if (attemptedAt > Math.max(succeededAt, failedAt)) return 'connected'
  if (succeededAt === 0) return failedAt === 0 ? 'unknown' : 'disconnected'
  return failedAt > succeededAt ? 'disconnected' : 'connected'
}
