import { setTimeout as sleep } from 'node:timers/promises'

/** Waits, unless the signal aborts: then its reason is thrown. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch {
    // Only the signal interrupts it; its reason says who did.
    throw signal.reason
  }
}

/** What Retry-After asks for (RFC 9110, 10.2.3: seconds or a date), else growing pauses, spread so that callers do not meet again. */
export function pauseBeforeAgain(asked: unknown, usualMs: number): number {
  if (typeof asked === 'string') {
    const ms = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - Date.now()
    if (ms >= 0) return ms
  }
  return usualMs * (0.5 + Math.random() / 2)
}
