import type { EventoEnVivo, EventoNumerado } from '@div/contract'
import { callApi } from '../api-client.ts'
import { LiveFollower } from './live-follower.ts'
import { browserPorts } from './live-ports.ts'

/** Tells of a test run while it goes on. `seguimiento` is what it was started with. Answers what ends it. */
export function followRun(
  { seguimiento, motorPort }: { seguimiento: string; motorPort: number | undefined },
  onEvento: (evento: EventoEnVivo) => void,
): () => void {
  const follower = new LiveFollower(
    { tipo: 'prueba', seguimiento },
    {
      ...browserPorts(motorPort),
      poll: (desde) => callApi<EventoNumerado[]>('GET', `ejecuciones/en-vivo/${seguimiento}?desde=${desde}`),
    },
    onEvento,
  )
  return follower.start()
}
