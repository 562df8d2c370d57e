import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const BYTES = 16
/** One request to the system's generator yields this many ids: asking for each would cost more than the rest of a short run. */
const POOLED = 256

const pool = new Uint8Array(BYTES * POOLED)
let next = POOLED

/** The id of a new run: a UUID version 7 (RFC 9562, 5.7), so that ids sort by time. */
export function newRunId(): string {
  if (next === POOLED) {
    randomFillSync(pool)
    next = 0
  }
  const start = next * BYTES
  next++
  return v7({ random: pool.subarray(start, start + BYTES) })
}
