const POLL_MS = 5_000
const MAX_FAILURES = 5

/** Of the pool dashboard: half a step more for each failure, up to five (spec, 9). */
export function nextPollDelay(failures: number): number {
  return POLL_MS * (1 + Math.min(failures, MAX_FAILURES) * 0.5)
}
