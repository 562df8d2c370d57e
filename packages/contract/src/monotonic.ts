/** Looked up once: the global is a getter, which costs more than the time itself. */
const stopwatch = globalThis.performance
const ORIGIN = stopwatch.timeOrigin

/**
 * Milliseconds of a clock that only goes forward, at its own pace, whatever becomes of the system's: by it deadlines are set and durations
 * taken. It begins at the epoch; what is shown or stored of it is moved by `wallShift`.
 */
export function monotonicNow(): number {
  return ORIGIN + stopwatch.now()
}

/** What a moment of `monotonicNow` lacks to be one of the system's clock as it is set now: whole milliseconds. */
export function wallShift(): number {
  const shiftMs = Math.round(Date.now() - monotonicNow())
  // The system's clock is read without its fraction: a millisecond less or more is no other time, and would come and go.
  return Math.abs(shiftMs) > 1 ? shiftMs : 0
}
