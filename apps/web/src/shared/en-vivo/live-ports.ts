import { resolveWebSocketAddress } from '../base-address.ts'
import { renewToken } from '../renew-token.ts'
import { getSession } from '../session.ts'

/** As much of a WebSocket as is used here. */
export interface LiveSocket {
  onopen: (() => void) | null
  onmessage: ((event: { data: string }) => void) | null
  onclose: ((event: { code: number }) => void) | null
  send: (text: string) => void
  close: () => void
}

/** What hearing of what goes on uses of the browser. */
export interface LivePorts {
  openSocket: () => LiveSocket
  token: () => string | null
  renew: (refused: string) => Promise<string | null>
  /** Answers what calls it off. */
  later: (work: () => void, ms: number) => () => void
}

export function browserPorts(motorPort: number | undefined): LivePorts {
  return {
    openSocket: () => new WebSocket(resolveWebSocketAddress(location, motorPort)) as LiveSocket,
    token: () => getSession()?.token ?? null,
    renew: renewToken,
    later(work, ms) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  }
}
