import type { PoolsStats } from '@div/contract'
import { appendValue, clockOf } from '../../shared/metricas/sampled-metricas.ts'
import { type PoolSample, samplePools } from './sample-pools.ts'

/** Points that the charts and sparklines keep (spec, 9 «History series»). */
const HISTORY = 20
/** Further failures make no further difference. */
const MAX_FAILURES = 5

/** A type and not an interface: a chart takes any record. */
type Point = {
  time: string
  /** Workers. */
  active: number
  idle: number
  /** Connections, and who waits for one. */
  used: number
  free: number
  waiting: number
  /** Calls of the last minute. */
  requests: number
  errors: number
}

/** What the dashboard knows of the pools, and of its own asking. Times in epoch milliseconds; 0: never. */
export interface PoolFeed {
  stats: PoolsStats | null
  sample: PoolSample | null
  points: readonly Point[]
  history: { workers: readonly number[]; errorRate: readonly number[] }
  attemptedAt: number
  succeededAt: number
  failedAt: number
  /** Since the last success. */
  failures: number
  error: string | null
  /** The first time, and whenever a person asks. */
  isLoading: boolean
}

export const NO_POOLS: PoolFeed = {
  stats: null,
  sample: null,
  points: [],
  history: { workers: [], errorRate: [] },
  attemptedAt: 0,
  succeededAt: 0,
  failedAt: 0,
  failures: 0,
  error: null,
  isLoading: true,
}

export type PoolEvent =
  | { type: 'refreshed' }
  | { type: 'attempted'; at: number }
  | { type: 'succeeded'; at: number; stats: PoolsStats }
  | { type: 'failed'; at: number; error: string }

/** The spec's transitions of the dashboard (4, «Connection status»). */
export function reducePools(feed: PoolFeed, event: PoolEvent): PoolFeed {
  switch (event.type) {
    case 'refreshed':
      return { ...feed, isLoading: true }
    case 'attempted':
      return { ...feed, attemptedAt: event.at }
    case 'failed':
      return {
        ...feed,
        failedAt: event.at,
        failures: Math.min(feed.failures + 1, MAX_FAILURES),
        error: event.error,
        isLoading: false,
      }
    case 'succeeded':
      return { ...withStats(feed, event), succeededAt: event.at, failures: 0, error: null, isLoading: false }
  }
}

function withStats(feed: PoolFeed, { at, stats }: { at: number; stats: PoolsStats }): PoolFeed {
  const sample = samplePools(stats, feed.sample)
  const { active, idle, total } = sample.workers
  const { activeConnections, idleConnections, waiting, requests, errors } = stats.summary
  const point: Point = {
    time: clockOf(new Date(at)),
    active,
    idle,
    used: activeConnections,
    free: idleConnections,
    waiting,
    requests,
    errors,
  }
  return {
    ...feed,
    stats,
    sample,
    points: [...feed.points, point].slice(-HISTORY),
    history: {
      workers: appendValue(feed.history.workers, total),
      errorRate: appendValue(feed.history.errorRate, sample.performance.errorRate),
    },
  }
}
