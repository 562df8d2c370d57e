import type { EventoEnVivo, EventoNumerado } from '@div/contract'
import { callApi } from '../api-client.ts'
import { resolveWebSocketAddress } from '../base-address.ts'
import { renewToken } from '../renew-token.ts'
import { getSession } from '../session.ts'
import { LiveFollower, type LiveSocket } from './live-follower.ts'

/** Tells of a test run while it goes on. `seguimiento` is what it was started with. Answers what ends it. */
export function followRun(
  { seguimiento, motorPort }: { seguimiento: string; motorPort: number | undefined },
  onEvento: (evento: EventoEnVivo) => void,
): () => void {
  const follower = new LiveFollower(
    { tipo: 'prueba', seguimiento },
    {
      openSocket: () => new WebSocket(resolveWebSocketAddress(location, motorPort)) as LiveSocket,
      poll: (desde) => callApi<EventoNumerado[]>('GET', `ejecuciones/en-vivo/${seguimiento}?desde=${desde}`),
      token: () => getSession()?.token ?? null,
      renew: renewToken,
      later(work, ms) {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    },
    onEvento,
  )
  return follower.start()
}
