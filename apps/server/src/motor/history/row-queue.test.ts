import { LIMITS } from '@div/contract'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createRowQueue } from './row-queue.ts'

const WHOLE_BATCH = 500
const ROW = Buffer.from('fila')

test('whoever waits for its rows does not wait for whole batches that never stop to come', async () => {
  let isOver = false
  let statements = 0
  const queue = createRowQueue({
    limits: LIMITS,
    writer: {
      async write() {
        statements++
        await new Promise((resolve) => setImmediate(resolve))
        if (!isOver) for (let each = 0; each < WHOLE_BATCH; each++) queue.push(ROW)
      },
    },
    makeDays: async () => {},
    onSettled: async () => {},
    onDropped: () => {},
    log: pino({ enabled: false }),
  })
  for (let each = 0; each <= WHOLE_BATCH; each++) queue.push(ROW)
  await queue.flush()
  // Two that hold them, and the one that has begun since.
  expect(statements).toBe(3)
  isOver = true
  await queue.close(0)
  expect(queue.counters().pendientes).toBe(0)
  queue.stop()
})

test('whoever waits for its rows does not wait for a database that is away', async () => {
  const queue = createRowQueue({
    limits: LIMITS,
    writer: { write: () => Promise.reject(new Error('away')) },
    makeDays: async () => {},
    onSettled: async () => {},
    onDropped: () => {},
    log: pino({ enabled: false }),
  })
  queue.push(ROW)
  await queue.flush()
  expect(queue.counters()).toEqual({ pendientes: 1, escritas: 0, descartadas: 0 })
  queue.stop()
})
