import { setTimeout as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLoadMeter } from './load-meter.ts'

const BUSY_MS = 150

test('who computes without a pause uses its core, and its event loop is late by as much', async () => {
  const meter = createLoadMeter()
  // What it is late by is known from the second look of the event loop on.
  for (let times = 0; times < 3; times++) {
    const until = performance.now() + BUSY_MS
    while (performance.now() < until);
    await turn(1)
  }
  const { cpu, memoriaBytes, retrasoMs } = meter.read()
  meter.stop()
  expect(retrasoMs).toBeGreaterThan(BUSY_MS / 2)
  expect(cpu).toBeGreaterThan(0)
  expect(memoriaBytes).toBeGreaterThan(0)
})
