/** Callers that one canal remembers; beyond it the one that has waited longest is forgotten, with a full bucket. */
const MAX_CALLERS = 10_000

interface RateVerdict {
  allowed: boolean
  limit: number
  /** Whole calls left now. */
  remaining: number
  /** Seconds until one more call fits; 0 when one fits now. */
  retrySeconds: number
}

/** `cost` 0: only whether a call would fit. */
export type RateLimiter = (caller: string, nowMs: number, cost?: 0 | 1) => RateVerdict

interface Bucket {
  level: number
  filledAtMs: number
}

/** Token buckets of one canal, one per caller: `rafaga` deep, refilled with `porMinuto` a minute. */
export function createRateLimiter({ porMinuto, rafaga }: { porMinuto: number; rafaga: number }): RateLimiter {
  const perMs = porMinuto / 60_000
  const buckets = new Map<string, Bucket>()

  return (caller, nowMs, cost = 1) => {
    const bucket = buckets.get(caller) ?? { level: rafaga, filledAtMs: nowMs }
    // A clock that jumps back must not empty the bucket.
    const elapsedMs = Math.max(nowMs - bucket.filledAtMs, 0)
    const level = Math.min(rafaga, bucket.level + elapsedMs * perMs)
    const allowed = level >= 1
    const left = allowed ? level - cost : level
    // Deleted first, so that the map stays in order of last use.
    buckets.delete(caller)
    buckets.set(caller, { level: left, filledAtMs: nowMs })
    if (buckets.size > MAX_CALLERS) {
      const [oldest] = buckets.keys()
      if (oldest !== undefined) buckets.delete(oldest)
    }
    return {
      allowed,
      limit: rafaga,
      remaining: Math.floor(left),
      retrySeconds: left >= 1 ? 0 : Math.ceil((1 - left) / perMs / 1_000),
    }
  }
}
