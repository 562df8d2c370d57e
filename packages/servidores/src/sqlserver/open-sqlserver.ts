import { connect as connectTcp, type Socket } from 'node:net'
import type { ConnectionConfiguration, Connection as Driver } from 'tedious'
import type { Red } from '../define-servidor.ts'

export interface OpenOptions {
  tedious: typeof import('tedious')
  red: Red
  signal: AbortSignal
  configuration: ConnectionConfiguration
}

export interface Opened {
  driver: Driver
  socket: Socket
}

/** What the server says of a sign-in that it refuses. */
interface Refusal {
  number: number
  message: string
  class: number
}

/** Signs in. Every address that the server sends the driver on to is resolved by the guarded network too. */
export async function openSqlserver({ tedious, red, signal, configuration }: OpenOptions): Promise<Opened> {
  signal.throwIfAborted()
  const { server, options } = configuration
  const sockets: Socket[] = []
  const connectChecked = async (to?: { host: string; port: number }): Promise<Socket> => {
    const { address } = await red.resolve(to?.host ?? server)
    return openSocket({ host: address, port: to?.port ?? options?.port ?? 1_433 }, sockets)
  }
  const driver = new tedious.Connection({
    ...configuration,
    options: { ...options, connector: connectChecked },
  })
  let refusal: Refusal | null = null
  const leave = () => {
    for (const socket of sockets) socket.destroy()
    driver.close()
  }
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      driver.on('error', reject)
      // The first says why; what follows is only that it failed.
      driver.on('errorMessage', (message: Refusal) => {
        refusal ??= message
      })
      driver.connect((error) => (error ? reject(withRefusal(error, refusal)) : resolve()))
    })
  } catch (cause) {
    leave()
    throw cause
  }
  const socket = sockets.at(-1)
  if (!socket) throw new Error('the driver opened no socket')
  return { driver, socket }
}

function openSocket(to: { host: string; port: number }, sockets: Socket[]): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ ...to, keepAlive: true, noDelay: true })
    sockets.push(socket)
    socket.once('error', reject)
    socket.once('connect', () => resolve(socket.off('error', reject)))
  })
}

function withRefusal(error: Error, refusal: Refusal | null): Error {
  if (refusal === null) return error
  const { number, message } = refusal
  return Object.assign(new Error(message, { cause: error }), { number, class: refusal.class })
}
