import { CIERRES, type Limits } from '@div/contract'
import websocket from '@fastify/websocket'
import type { Logger } from 'pino'
import { Counter, Gauge } from 'prom-client'
import type { RawData } from 'ws'
import type { Sessions } from '../../api/access/session.ts'
import { createNodosRepository } from '../metrics/nodos-repository.ts'
import type { MotorRegister } from '../motor.ts'
import { LiveConnection } from './live-connection.ts'
import { createSenales } from './senales.ts'

/** How long a connection may take to say goodbye. */
const FAREWELL_MS = 1_000
/** RFC 6455, 7.4.1. */
const UNSUPPORTED_DATA = 1003

/** `WS /ws`: what goes on, to whoever may watch it. The first message says who asks, so that no address ever holds a token. */
export function registerWs({
  sessions,
  limits,
  log,
}: {
  sessions: Pick<Sessions, 'authenticate'>
  limits: Limits
  log: Logger
}): MotorRegister {
  return async (app, { runtime, meter }) => {
    let connections = 0
    const { db, cola } = runtime
    const senales = createSenales({ db, nodos: createNodosRepository(db), cola, log })
    const registers = [meter.registry]
    const slow = new Counter({
      name: 'div_en_vivo_lentos_total',
      help: 'Conexiones cerradas por leer más despacio de lo que llega',
      registers,
    })
    new Gauge({
      name: 'div_en_vivo_conexiones',
      help: 'Conexiones que siguen lo que ocurre',
      registers,
      collect() {
        this.set(connections)
      },
    })
    await app.register(websocket, {
      options: { maxPayload: limits.enVivoMensajeBytes, perMessageDeflate: false },
    })
    await app.register(async (room) => {
      room.get('/ws', { websocket: true, config: { access: 'publico' } }, (socket) => {
        if (connections >= limits.enVivoConexiones) return socket.close(CIERRES.lleno, 'No hay sitio.')
        connections++
        const connection = new LiveConnection({
          enVivo: runtime.enVivo,
          seguidas: runtime.seguidas,
          senales,
          limits,
          authenticate: (token) => sessions.authenticate(`Bearer ${token}`),
          send: (text) =>
            new Promise((resolve) => {
              // What could not be sent is read again by whoever comes back.
              socket.send(text, () => resolve())
            }),
          close(code, reason) {
            if (code === CIERRES.lento) slow.inc()
            socket.close(code, reason)
            setTimeout(() => socket.terminate(), FAREWELL_MS).unref()
          },
          ping: () => socket.ping(),
        })
        socket.on('message', (data: RawData, isBinary: boolean) => {
          if (isBinary) socket.close(UNSUPPORTED_DATA, 'Solo texto.')
          else connection.receive(data.toString())
        })
        socket.on('pong', () => connection.heardPong())
        socket.on('close', () => {
          connections--
          connection.ended()
        })
        // A message that is too long, a frame that is none: the connection is closed with its reason.
        socket.on('error', (error) => app.log.debug({ err: error }, 'live connection failed'))
      })
    })
  }
}
