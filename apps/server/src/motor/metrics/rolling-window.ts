/**
 * Upper bounds in milliseconds of the latency classes that nodes exchange; the last class is open: it is longer than a run may take. They are
 * stored by their place: another bound is added at the end, and what was stored before counts in the class that was open then.
 */
export const LATENCY_BOUNDS = [
  1, 2, 3, 5, 8, 12, 20, 35, 60, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 45_000, 60_000, 90_000,
  120_000, 180_000, 300_000, 600_000, 1_200_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 28_800_000,
  86_400_000,
] as const

const BUCKET_MS = 5_000
const BUCKETS = 12

/** What one node served during the last minute. Plain data: it travels in the heartbeat and is added up across nodes. */
export interface WindowSample {
  requests: number
  errors: number
  /** Milliseconds of all requests together. */
  totalMs: number
  /** Of the longest. Absent: a node of an older version, which does not tell it. */
  maxMs?: number
  /** One count a latency class: `LATENCY_BOUNDS.length + 1` of them. */
  classes: number[]
}

/** Counts the requests of the last minute in twelve buckets that are reused: recording one allocates nothing. */
export class RollingWindow {
  readonly #buckets = Array.from({ length: BUCKETS }, () => ({ slot: -1, ...emptySample() }))

  /** `endMs` is when the request ended, by the clock that `sample` is asked with. */
  record(endMs: number, durationMs: number, failed: boolean): void {
    const slot = Math.floor(endMs / BUCKET_MS)
    const bucket = this.#buckets[slot % BUCKETS]
    if (!bucket) return
    if (bucket.slot !== slot) {
      bucket.slot = slot
      bucket.requests = 0
      bucket.errors = 0
      bucket.totalMs = 0
      bucket.maxMs = 0
      bucket.classes.fill(0)
    }
    bucket.requests++
    if (failed) bucket.errors++
    bucket.totalMs += durationMs
    if (durationMs > bucket.maxMs) bucket.maxMs = durationMs
    const index = classOf(durationMs)
    bucket.classes[index] = (bucket.classes[index] ?? 0) + 1
  }

  sample(nowMs: number): WindowSample {
    const newest = Math.floor(nowMs / BUCKET_MS)
    return addSamples(this.#buckets.filter(({ slot }) => slot > newest - BUCKETS && slot <= newest))
  }
}

/** Which latency class a duration counts in. */
export function classOf(durationMs: number): number {
  let index = 0
  while (index < LATENCY_BOUNDS.length && durationMs > (LATENCY_BOUNDS[index] ?? Number.POSITIVE_INFINITY))
    index++
  return index
}

export function emptySample(): Required<WindowSample> {
  return {
    requests: 0,
    errors: 0,
    totalMs: 0,
    maxMs: 0,
    classes: new Array<number>(LATENCY_BOUNDS.length + 1).fill(0),
  }
}

export function addSamples(samples: readonly WindowSample[]): WindowSample {
  const sum = emptySample()
  for (const sample of samples) {
    sum.requests += sample.requests
    sum.errors += sample.errors
    sum.totalMs += sample.totalMs
    sum.maxMs = Math.max(sum.maxMs, sample.maxMs ?? Number.POSITIVE_INFINITY)
    for (let index = 0; index < sum.classes.length; index++) {
      sum.classes[index] = (sum.classes[index] ?? 0) + (sample.classes[index] ?? 0)
    }
  }
  return sum
}

/**
 * The latency below which `share` (0 to 1) of the requests stayed, interpolated inside its class as Prometheus'
 * histogram_quantile does, and never longer than the longest; null without requests. Where that is unknown, in the open class it is that
 * class's lower bound.
 */
export function quantile(sample: WindowSample, share: number): number | null {
  const { maxMs = Number.POSITIVE_INFINITY } = sample
  if (sample.requests === 0) return null
  const rank = share * sample.requests
  let seen = 0
  for (let index = 0; index < sample.classes.length; index++) {
    const count = sample.classes[index] ?? 0
    if (count > 0 && seen + count >= rank) {
      const lower = index === 0 ? 0 : (LATENCY_BOUNDS[index - 1] ?? 0)
      const bound = LATENCY_BOUNDS[index] ?? (Number.isFinite(maxMs) ? maxMs : lower)
      const upper = Math.max(lower, Math.min(bound, maxMs))
      return Math.min(upper, lower + (upper - lower) * ((rank - seen) / count))
    }
    seen += count
  }
  return null
}
