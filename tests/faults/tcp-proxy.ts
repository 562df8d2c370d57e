import { once } from 'node:events'
import { createConnection, createServer, type Server, type Socket } from 'node:net'

/** What goes wrong on the way. A fault meets the connections that are open as well as those that come. */
export type Fault =
  /** Accepts and never answers, not even a goodbye. */
  | { kind: 'blackhole' }
  /** Ends the connection after so many bytes of the answer, counted from now on. */
  | { kind: 'cut'; afterBytes: number }
  /** So many bytes of the answer in a second. */
  | { kind: 'dribble'; bytesPerSecond: number }
  /** Holds everything back after so many bytes of the answer; what was held goes on when the fault is over. */
  | { kind: 'pause'; afterBytes: number }
  /** Nobody listens any more; what is open goes on. */
  | { kind: 'refuse' }

export interface TcpProxy {
  host: string
  port: number
  /** Null: everything passes again. What any fault but a pause held back is lost with its connection. */
  fail(fault: Fault | null): Promise<void>
  /** Resets every open connection. */
  resetAll(): void
  /** Connections that are open now. */
  connections(): number
  /** Of them, those with a part of an answer that is held back. */
  holding(): number
  /** Bytes of answers that came through so far. */
  passedBytes(): number
  close(): Promise<void>
}

const HOST = '127.0.0.1'

/** Stands between the product and what it calls. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const links = new Set<Link>()
  let fault: Fault | null = null
  let passedBefore = 0
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const link = new Link(client, target, fault)
    links.add(link)
    client.once('close', () => {
      links.delete(link)
      passedBefore += client.bytesWritten
    })
  })
  const port = await listen(server, 0)

  return {
    host: HOST,
    port,
    async fail(next) {
      const held = fault
      fault = next
      if (next?.kind === 'refuse' && server.listening) server.close()
      if (next?.kind !== 'refuse' && !server.listening) await listen(server, port)
      for (const link of links) {
        // A stream with a hole in it is no answer.
        if (next === null && held !== null && link.isBroken) link.reset()
        else link.suffer(next)
      }
    },
    resetAll() {
      for (const link of links) link.reset()
    },
    connections: () => links.size,
    passedBytes: () => [...links].reduce((sum, { passedBytes }) => sum + passedBytes, passedBefore),
    holding: () => [...links].filter(({ isHolding }) => isHolding).length,
    async close() {
      for (const link of links) link.reset()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, HOST)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return address.port
}

const DRIBBLE_TICKS_PER_SECOND = 20

/** One connection through the proxy. */
class Link {
  readonly #client: Socket
  readonly #upstream: Socket
  #fault: Fault | null
  #left = Number.POSITIVE_INFINITY
  #held: Buffer[] = []
  #dribbling: NodeJS.Timeout | null = null

  constructor(client: Socket, target: { host: string; port: number }, fault: Fault | null) {
    this.#client = client
    this.#upstream = createConnection({ ...target, allowHalfOpen: true, noDelay: true })
    this.#fault = null
    client.setNoDelay(true)
    for (const socket of [client, this.#upstream]) socket.on('error', () => this.reset())
    client.on('data', (bytes) => {
      if (this.#fault?.kind !== 'blackhole') pass(bytes, { from: client, to: this.#upstream })
    })
    client.on('end', () => {
      // Not even that the other side has gone comes through.
      if (this.#fault?.kind !== 'blackhole') this.#upstream.end()
    })
    this.#upstream.on('data', (bytes) => this.#answer(bytes))
    this.#upstream.on('end', () => {
      if (this.#held.length === 0 && this.#fault?.kind !== 'blackhole') client.end()
    })
    client.once('close', () => this.#stop())
    this.suffer(fault)
  }

  get passedBytes(): number {
    return this.#client.bytesWritten
  }

  get isHolding(): boolean {
    return this.#held.length > 0
  }

  get isBroken(): boolean {
    return this.#fault?.kind === 'blackhole' || (this.#fault?.kind !== 'pause' && this.isHolding)
  }

  suffer(fault: Fault | null): void {
    if (this.#fault?.kind === 'pause') this.#release()
    this.#fault = fault
    this.#left = fault && 'afterBytes' in fault ? fault.afterBytes : Number.POSITIVE_INFINITY
    if (fault?.kind === 'cut' && fault.afterBytes === 0) this.reset()
  }

  reset(): void {
    // A socket that is being shut down cannot be reset: its handle would stay for ever.
    if (this.#client.writableEnded) this.#client.destroy()
    else if (!this.#client.destroyed) this.#client.resetAndDestroy()
    this.#stop()
  }

  #stop(): void {
    if (this.#dribbling !== null) clearInterval(this.#dribbling)
    this.#upstream.destroy()
  }

  #answer(bytes: Buffer): void {
    switch (this.#fault?.kind) {
      case 'blackhole':
        return
      case 'cut':
        pass(bytes.subarray(0, this.#left), { from: this.#upstream, to: this.#client })
        this.#left -= bytes.length
        if (this.#left <= 0) this.#client.destroySoon()
        return
      case 'pause': {
        const passes = Math.min(this.#left, bytes.length)
        this.#left -= passes
        if (passes > 0) this.#client.write(bytes.subarray(0, passes))
        if (passes < bytes.length) this.#held.push(bytes.subarray(passes))
        return
      }
      case 'dribble':
        this.#held.push(bytes)
        this.#dribbling ??= setInterval(() => this.#drip(), 1_000 / DRIBBLE_TICKS_PER_SECOND)
        return
      default:
        pass(bytes, { from: this.#upstream, to: this.#client })
    }
  }

  #release(): void {
    for (const bytes of this.#held.splice(0)) this.#client.write(bytes)
    if (this.#upstream.readableEnded) this.#client.end()
  }

  #due = 0

  #drip(): void {
    if (this.#fault?.kind !== 'dribble') return
    this.#due += this.#fault.bytesPerSecond / DRIBBLE_TICKS_PER_SECOND
    const [first] = this.#held
    const count = Math.min(Math.floor(this.#due), first?.length ?? 0)
    if (first === undefined || count === 0) return
    this.#due -= count
    this.#client.write(first.subarray(0, count))
    if (count === first.length) this.#held.shift()
    else this.#held[0] = first.subarray(count)
  }
}

function pass(bytes: Buffer, { from, to }: { from: Socket; to: Socket }): void {
  if (to.write(bytes)) return
  from.pause()
  to.once('drain', () => from.resume())
}
