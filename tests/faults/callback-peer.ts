import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Of so many runs one is told in vain the first time. */
const DEAF_EVERY = 5

/** What a rule has told. */
interface ToldAlerta {
  tipo: string
  incidencia: { id: string }
}

/** Whom canales tell how runs ended, and rules what they found. */
export interface CallbackPeer {
  /** What a canal keeps of it. */
  aviso: { url: string; secreto: string; permitirRedPrivada: true }
  /** Runs of whose ends it was told and said so. */
  told: ReadonlySet<string>
  /** What rules have told, by the id of the message. */
  alertas: ReadonlyMap<string, ToldAlerta>
  /** Messages that nobody who knows the secret has signed. */
  forged(): number
  close(): Promise<void>
}

export async function startCallbackPeer(): Promise<CallbackPeer> {
  const secreto = 'secreto-de-los-avisos-24'
  const told = new Set<string>()
  const alertas = new Map<string, ToldAlerta>()
  const heard = new Set<string>()
  let forged = 0
  const server = createServer(async (request, response) => {
    let cuerpo = ''
    for await (const chunk of request) cuerpo += chunk
    const { 'webhook-id': id, 'webhook-timestamp': segundos, 'webhook-signature': firma } = request.headers
    const own = createHmac('sha256', secreto).update(`${id}.${segundos}.${cuerpo}`).digest('base64')
    const message = JSON.parse(cuerpo) as ToldAlerta | { idEjecucion: string }
    const isAlerta = 'incidencia' in message
    if (firma !== `v1,${own}` || (!isAlerta && message.idEjecucion !== id)) forged++
    const key = String(id)
    const isDeaf = !heard.has(key) && heard.size % DEAF_EVERY === 0
    heard.add(key)
    if (!isDeaf && isAlerta) alertas.set(key, message)
    else if (!isDeaf) told.add(key)
    response.writeHead(isDeaf ? 500 : 204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    aviso: { url: `http://127.0.0.1:${port}/avisos`, secreto, permitirRedPrivada: true },
    told,
    alertas,
    forged: () => forged,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
