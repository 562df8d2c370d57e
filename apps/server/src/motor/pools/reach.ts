import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { ServidorNoResponde } from '@div/contract'
import type { Destino } from '@div/servidores'
import { describeCause } from '../../red/describe-cause.ts'
import { within } from './within.ts'

interface Target extends Omit<Destino, 'tls'> {
  servidor: string
  /** The checked one. */
  address: string
  limitMs: number
}

/** Opens and closes a socket. */
export function reachTcp(target: Target): Promise<void> {
  return reach(target, async () => {})
}

/** Begins TLS as the protocol does. Whether the certificate is trusted is for the sign-in to say, which knows the servidor's authorities. */
export function reachTls(target: Target): Promise<void> {
  const { address, host, startTls } = target
  return reach(target, async (socket) => {
    if (startTls && !(await startTls(socket))) throw new Error('no ofrece TLS')
    const secure = connectTls({
      socket,
      rejectUnauthorized: false,
      // A name may be asked for, an address may not (RFC 6066, 3).
      ...(address !== host && { servername: host }),
    })
    await once(secure, 'secureConnect')
    // What the end of the test makes it say is nobody's concern.
    secure.on('error', () => {})
  })
}

async function reach(target: Target, work: (socket: Socket) => Promise<void>): Promise<void> {
  const { servidor, host, puerto, address, limitMs } = target
  const socket = connectTcp({ host: address, port: puerto })
  const fail = (motivo: string, cause?: unknown) =>
    new ServidorNoResponde({ servidor, motivo: `${host}:${puerto} ${motivo}` }, { cause })
  const late = () => fail(`no contestó en ${limitMs} ms`)
  try {
    const reached = once(socket, 'connect').then(() => work(socket))
    await within(reached, { limitMs, late })
  } catch (cause) {
    if (cause instanceof ServidorNoResponde) throw cause
    throw fail(describeCause(cause), cause)
  } finally {
    // Destroying it may still tell a failure, which nobody waits for any more.
    socket.on('error', () => {}).destroy()
  }
}
