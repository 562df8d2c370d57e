/** npm and the terminal both pass a Ctrl+C on: only one that comes later is a second one. */
const SAME_REQUEST_MS = 1_000

const LOOK_FOR_PARENT_MS = 500

export interface StopRequest {
  /** Resolves with the first SIGINT or SIGTERM. */
  requested: Promise<NodeJS.Signals>
  isRequested(): boolean
}

/**
 * The first signal asks for an orderly end; another one, later, for an end at once. `startedByNpm`: between npm and us is a shell, which
 * does not pass SIGTERM on but ends: then the parent is another one.
 */
export function listenForStop({
  startedByNpm,
  onForce,
}: {
  startedByNpm: boolean
  onForce(): void
}): StopRequest {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  let requestedAt: number | null = null
  const receive = (signal: NodeJS.Signals) => {
    if (requestedAt === null) {
      requestedAt = performance.now()
      resolve(signal)
    } else if (performance.now() - requestedAt > SAME_REQUEST_MS) onForce()
  }
  process.on('SIGINT', receive)
  process.on('SIGTERM', receive)
  if (startedByNpm) {
    const parent = process.ppid
    const watch = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      receive('SIGTERM')
    }, LOOK_FOR_PARENT_MS)
    watch.unref()
  }
  return { requested: promise, isRequested: () => requestedAt !== null }
}
