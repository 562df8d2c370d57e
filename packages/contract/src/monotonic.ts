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
  const before = monotonicNow()
  const wall = Date.now()
  const after = monotonicNow()
  // Between two looks a busy machine may put other work, and the system's clock is read without its fraction: neither is another time,
  // and would come and go.
  const isWithin = wall - before > -1.5 && wall - after < 1.5
  return isWithin ? 0 : Math.round(wall - (before + after) / 2)
}
