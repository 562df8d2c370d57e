import type { EventoEnVivo, EventoNumerado, TemaNumerado } from '@div/contract'
import { callApi } from '../api-client.ts'
import { LiveFollower } from './live-follower.ts'
import { browserPorts } from './live-ports.ts'

/** Tells of a run while it goes on: of a test run by what it was started with, of any other by its id. Answers what ends it. */
export function followRun(
  { tema, motorPort }: { tema: TemaNumerado; motorPort: number | undefined },
  onEvento: (evento: EventoEnVivo) => void,
): () => void {
  const path = tema.tipo === 'prueba' ? `en-vivo/${tema.seguimiento}` : `${tema.id}/en-vivo`
  const follower = new LiveFollower(
    tema,
    {
      ...browserPorts(motorPort),
      poll: (desde) => callApi<EventoNumerado[]>('GET', `ejecuciones/${path}?desde=${desde}`),
    },
    onEvento,
  )
  return follower.start()
}
