/** npm and the terminal both pass a Ctrl+C on: only one that comes later is a second one. */
const SAME_REQUEST_MS = 1_000

export interface StopRequest {
  /** Resolves with the first SIGINT or SIGTERM. */
  requested: Promise<NodeJS.Signals>
  isRequested(): boolean
}

/** The first signal asks for an orderly end; another one, later, for an end at once. */
export function listenForStop({ onForce }: { onForce(): void }): StopRequest {
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
  return { requested: promise, isRequested: () => requestedAt !== null }
}
