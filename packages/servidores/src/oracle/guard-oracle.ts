import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import { DireccionNoPermitida } from '@div/contract'
import type { Red } from '../define-servidor.ts'

/** The part of the driver that opens sockets. */
interface Transport {
  connect(address: Address): Promise<void>
  atts: { httpsProxy?: string }
  stream?: Socket
}

interface Address {
  host: string
  httpsProxy?: string
}

/** By which a connection is opened. */
export interface Way {
  red: Red
  /** Once it aborts nothing more is opened. */
  signal: AbortSignal
  /** The last is the one that the connection speaks through. */
  sockets: Socket[]
}

const ways = new AsyncLocalStorage<Way>()
const guarded = new WeakSet<Transport>()

/**
 * A listener may send the driver on to another address, which nothing of the driver lets be checked. What opens its sockets is replaced,
 * for all its connections, by what asks the guarded network first and connects to the checked address (security rule 8).
 */
export function guardTransport(transport: Transport): void {
  if (guarded.has(transport)) return
  guarded.add(transport)
  const { connect } = transport
  transport.connect = async function (this: Transport, to) {
    const way = ways.getStore()
    if (!way) throw new Error('Oracle connects only through the guarded network')
    // What a proxy connects to cannot be checked, and a listener may name one.
    const proxy = to.httpsProxy || this.atts.httpsProxy
    if (proxy) throw new DireccionNoPermitida({ host: to.host, direccion: proxy })
    const { address } = await way.red.resolve(to.host)
    way.signal.throwIfAborted()
    const connecting = connect.call(this, { ...to, host: address })
    // At once, so that leaving ends it too while it connects.
    if (this.stream) way.sockets.push(this.stream)
    await connecting
    // With TLS it speaks through another.
    if (this.stream && this.stream !== way.sockets.at(-1)) way.sockets.push(this.stream)
  }
}

/** What `connect` opens goes that way. */
export function goBy<Opened>(way: Way, connect: () => Promise<Opened>): Promise<Opened> {
  return ways.run(way, connect)
}
