import { setTimeout as delay } from 'node:timers/promises'

interface TurnstileOptions {
  aLaVez: number
  porSegundo: number
  now?: () => number
  sleep?: (ms: number) => Promise<unknown>
}

/** Lets so many through at the same time and so many begin in a second, in the order in which they come; who leaves calls what it was given. */
export function createTurnstile({
  aLaVez,
  porSegundo,
  now = () => performance.now(),
  sleep = delay,
}: TurnstileOptions) {
  const waiting: (() => void)[] = []
  let inside = 0
  let nextAt = 0

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else inside--
  }

  return async (): Promise<() => void> => {
    if (inside < aLaVez) inside++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    const at = Math.max(now(), nextAt)
    nextAt = at + 1_000 / porSegundo
    if (at > now()) await sleep(at - now())
    return leave
  }
}
export type Turnstile = ReturnType<typeof createTurnstile>
