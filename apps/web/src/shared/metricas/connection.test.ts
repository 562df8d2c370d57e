import { expect, test } from 'vitest'
import { connectionOf, isStale } from './connection.ts'

const NOW = 1_000_000

test.each([
  ['nothing was tried', { succeededAt: 0, failedAt: 0 }, 'unknown', false],
  ['only failures', { succeededAt: 0, failedAt: NOW - 1 }, 'disconnected', true],
  ['a success just now', { succeededAt: NOW, failedAt: 0 }, 'connected', false],
  ['a success after a failure', { succeededAt: NOW, failedAt: NOW - 5 }, 'connected', false],
  ['a failure after a success', { succeededAt: NOW - 5, failedAt: NOW }, 'disconnected', true],
  ['59.9 s without a success', { succeededAt: NOW - 59_999, failedAt: 0 }, 'connected', false],
  ['60 s without a success', { succeededAt: NOW - 60_000, failedAt: 0 }, 'reconnecting', true],
  ['failures for more than 60 s', { succeededAt: NOW - 61_000, failedAt: NOW }, 'reconnecting', true],
  ['a first attempt', { succeededAt: 0, failedAt: 0, attemptedAt: NOW }, 'connected', false],
  [
    'another attempt after a failure',
    { succeededAt: NOW - 9, failedAt: NOW - 5, attemptedAt: NOW },
    'connected',
    true,
  ],
  ['a failed attempt', { succeededAt: NOW - 9, failedAt: NOW, attemptedAt: NOW - 5 }, 'disconnected', true],
  [
    'an attempt after 60 s without a success',
    { succeededAt: NOW - 60_000, failedAt: NOW - 5, attemptedAt: NOW },
    'reconnecting',
    true,
  ],
])('%s', (_, attempts, status, stale) => {
  expect([connectionOf(attempts, NOW), isStale(attempts, NOW)]).toEqual([status, stale])
})
