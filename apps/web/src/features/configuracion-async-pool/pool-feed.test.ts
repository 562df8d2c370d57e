import type { PoolsStats } from '@div/contract'
import { expect, test } from 'vitest'
import { connectionOf, isStale } from '../../shared/metricas/connection.ts'
import { nextPollDelay } from '../../shared/metricas/poll-delay.ts'
import { NO_POOLS, type PoolEvent, reducePools } from './pool-feed.ts'

const STATS: PoolsStats = {
  pools: [],
  summary: {
    errorRate: 1,
    activeConnections: 3,
    idleConnections: 1,
    maxConnections: 10,
    waiting: 2,
    workers: { total: 2, active: 0, idle: 2 },
    requests: 7,
    errors: 1,
  },
}
const attempted = (at: number): PoolEvent => ({ type: 'attempted', at })
const succeeded = (at: number): PoolEvent => ({ type: 'succeeded', at, stats: STATS })
const failed = (at: number): PoolEvent => ({ type: 'failed', at, error: 'HTTP error! status: 503' })
const after = (...events: PoolEvent[]) => events.reduce(reducePools, NO_POOLS)

test.each<[string, PoolEvent[], number, string, boolean, number]>([
  ['nothing', [], 0, 'unknown', false, 5_000],
  ['an attempt', [attempted(1)], 1, 'connected', false, 5_000],
  ['a success', [attempted(1), succeeded(2)], 2, 'connected', false, 5_000],
  ['a failure', [attempted(1), failed(2)], 2, 'disconnected', true, 7_500],
  ['a second failure', [failed(2), attempted(3), failed(4)], 4, 'disconnected', true, 10_000],
  ['an attempt after a failure', [succeeded(1), failed(2), attempted(3)], 3, 'connected', true, 7_500],
  ['a success after failures', [failed(1), failed(2), succeeded(3)], 3, 'connected', false, 5_000],
  ['60 s without an update', [succeeded(1)], 60_001, 'reconnecting', true, 5_000],
  ['60 s of failures', [succeeded(1), failed(60_000)], 60_001, 'reconnecting', true, 7_500],
  ['more failures than count', [1, 2, 3, 4, 5, 6, 7].map(failed), 7, 'disconnected', true, 17_500],
])('after %s', (_, events, now, status, stale, delay) => {
  const feed = after(...events)
  expect([connectionOf(feed, now), isStale(feed, now), nextPollDelay(feed.failures)]).toEqual([
    status,
    stale,
    delay,
  ])
})

test('a failure keeps what was known and says why; a success forgets it', () => {
  const broken = after(succeeded(1), failed(2))
  expect(broken).toMatchObject({ stats: STATS, error: 'HTTP error! status: 503', isLoading: false })
  expect(reducePools(broken, succeeded(3)).error).toBeNull()
})

test('asking by hand loads until there is an answer', () => {
  const asked = after(succeeded(1), { type: 'refreshed' })
  expect(asked.isLoading).toBe(true)
  expect(reducePools(asked, succeeded(2)).isLoading).toBe(false)
})

test('of the history the last 20 are kept', () => {
  const feed = after(...Array.from({ length: 25 }, (_, index) => succeeded(index + 1)))
  expect(feed.points).toHaveLength(20)
  expect(feed.history.workers).toHaveLength(20)
  expect(feed.history.errorRate).toHaveLength(20)
  expect(feed.points.at(-1)).toMatchObject({
    ...{ active: 0, idle: 2, used: 3, free: 1 },
    ...{ waiting: 2, requests: 7, errors: 1 },
  })
})
