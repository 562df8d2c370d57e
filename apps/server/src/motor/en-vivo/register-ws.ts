import { CIERRES, type Limits } from '@div/contract'
import websocket from '@fastify/websocket'
import type { RawData } from 'ws'
import type { Sessions } from '../../api/access/session.ts'
import type { MotorRegister } from '../motor.ts'
import { LiveConnection } from './live-connection.ts'

/** How long a connection may take to say goodbye. */
const FAREWELL_MS = 1_000
/** RFC 6455, 7.4.1. */
const UNSUPPORTED_DATA = 1003

/** `WS /ws`: what goes on, to whoever may watch it. The first message says who asks, so that no address ever holds a token. */
export function registerWs({
  sessions,
  limits,
}: {
  sessions: Pick<Sessions, 'authenticate'>
  limits: Limits
}): MotorRegister {
  return async (app, { runtime }) => {
    let connections = 0
    await app.register(websocket, {
      options: { maxPayload: limits.enVivoMensajeBytes, perMessageDeflate: false },
    })
    await app.register(async (room) => {
      room.get('/ws', { websocket: true, config: { access: 'publico' } }, (socket) => {
        if (connections >= limits.enVivoConexiones) return socket.close(CIERRES.lleno, 'No hay sitio.')
        connections++
        const connection = new LiveConnection({
          enVivo: runtime.enVivo,
          limits,
          authenticate: (token) => sessions.authenticate(`Bearer ${token}`),
          send: (text) =>
            new Promise((resolve) => {
              // What could not be sent is read again by whoever comes back.
              socket.send(text, () => resolve())
            }),
          close(code, reason) {
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
