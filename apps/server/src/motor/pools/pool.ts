import { type Linked, PoolAgotado, type PoolSettings } from '@div/contract'
import type { Connection } from '@div/servidores'
import type { Opened } from './connect-servidor.ts'
import { ExpiryQueue } from './expiry-queue.ts'

/** One open connection and who holds it; of several readings that share it, the first. Leasing it again allocates nothing. Times are of the pool's clock. */
export interface Slot {
  readonly connection: Connection
  close(): Promise<void>
  readonly openedAt: number
  idleSince: number
  leasedAt: number
  /** Calls that have not given it back; more than one only of readings that share it. */
  holders: number
  /** Milliseconds that these are likely to take together. */
  costMs: number
  /** When it answered a call last. */
  answeredAt: number
  isReported: boolean
  /** Name of the node and id of the run that hold it, or held it last. */
  nodo: string
  idEjecucion: string
}

export interface Waiter {
  nodo: string
  idEjecucion: string
}

/** A short reading, which may share a connection with others. */
export interface Companion extends Waiter {
  /** Milliseconds that it is likely to take. */
  readonly costMs: number
  /** Readings that its connection answers first. Set when it is leased. */
  ahead: number
  /** When it began to wait, of the pool's clock; null: a connection was free. */
  waitsSince: number | null
}

interface Queued extends Waiter, Linked<Queued> {
  companion: Companion | null
  expiresAt: number
  resolve(slot: Slot): void
  reject(error: unknown): void
}

export interface PoolOptions {
  /** Name of the servidor. */
  servidor: string
  settings: PoolSettings
  connect(): Promise<Opened>
  now(): number
  /** A lease that is held suspiciously long; called once a lease. */
  retencionMs: number
  onRetained(slot: Slot): void
  /** Readings that may share a connection, and the milliseconds that they may be likely to take together. */
  compartida: { lecturas: number; ms: number }
}

/** Who came in this turn and may share a connection with the others. */
interface Gathered {
  companion: Companion
  /** Its signal is made when it is asked for. */
  context: { readonly signal: AbortSignal }
  resolve(slot: Slot): void
  reject(error: unknown): void
}

/**
 * Connections of one servidor under one set of settings. At most `max` exist; who finds none waits in order. Settings never change:
 * a new pool takes over and this one is retired.
 */
export class Pool {
  readonly #options: PoolOptions
  /** The most recently used is leased first, so that the others can grow old and close. */
  readonly #idle: Slot[] = []
  readonly #slots = new Set<Slot>()
  readonly #waiting: ExpiryQueue<Queued>
  #gathered: Gathered[] = []
  #opening = 0
  #isRetired = false
  #onEmpty: (() => void) | null = null
  leases = 0
  reused = 0

  constructor(options: PoolOptions) {
    this.#options = options
    const { servidor, settings, now } = options
    this.#waiting = new ExpiryQueue((queued) => {
      queued.reject(
        new PoolAgotado({ servidor, esperaMs: settings.esperaMs }, { extra: { sinEfecto: true } }),
      )
    }, now)
  }

  get active(): number {
    return this.#slots.size - this.#idle.length
  }

  get idle(): number {
    return this.#idle.length
  }

  get waiting(): number {
    return this.#waiting.size
  }

  leased(): Slot[] {
    return [...this.#slots].filter(({ holders }) => holders > 0)
  }

  /** Who has waited longest comes first. */
  queued(limit: number): (Waiter & { sinceMs: number })[] {
    const { settings, now } = this.#options
    const begunBefore = now() + settings.esperaMs
    return this.#waiting
      .list(limit)
      .map(({ nodo, idEjecucion, expiresAt }) => ({ nodo, idEjecucion, sinceMs: begunBefore - expiresAt }))
  }

  /** An idle connection, at once; null when there is none. */
  tryLease(nodo: string, idEjecucion: string): Slot | null {
    const now = this.#options.now()
    const slot = this.#takeIdle(now)
    return slot === null ? null : this.#give(slot, { nodo, idEjecucion }, now)
  }

  #takeIdle(now: number): Slot | null {
    if (this.#waiting.size > 0) return null
    for (let slot = this.#idle.pop(); slot; slot = this.#idle.pop()) {
      if (this.#mayServe(slot, now)) {
        this.reused++
        return slot
      }
      this.#discard(slot)
    }
    return null
  }

  /** An idle connection or, in order, the next free or new one. Throws PoolAgotado, what connecting throws, or the signal's reason. */
  lease(waiter: Waiter, signal: AbortSignal | null): Promise<Slot> {
    const idle = this.tryLease(waiter.nodo, waiter.idEjecucion)
    if (idle !== null) return Promise.resolve(idle)
    return new Promise((resolve, reject) => {
      this.#enqueue({ ...waiter, companion: null, resolve, reject }, signal)
      this.#openMissing()
    })
  }

  /**
   * A connection that is shared with readings of the same turn, as many as are likely to be short together, and while none is free with
   * those that wait next to it. The signal is asked for only where it has to wait. Throws as `lease` does.
   */
  leaseTogether(companion: Companion, context: Gathered['context']): Promise<Slot> {
    return new Promise((resolve, reject) => {
      if (this.#gathered.push({ companion, context, resolve, reject }) === 1) setImmediate(this.#seat)
    })
  }

  readonly #seat = (): void => {
    const gathered = this.#gathered
    this.#gathered = []
    const now = this.#options.now()
    let slot: Slot | null = null
    for (const { companion, context, resolve, reject } of gathered) {
      if (slot === null || !this.#join(slot, companion)) {
        slot = this.#takeIdle(now)
        if (slot !== null) this.#give(slot, companion, now).costMs = companion.costMs
      }
      if (slot !== null) {
        resolve(slot)
        continue
      }
      companion.waitsSince = now
      const { nodo, idEjecucion } = companion
      this.#enqueue({ nodo, idEjecucion, companion, resolve, reject }, context.signal)
    }
    this.#openMissing()
    this.#checkEmpty()
  }

  #enqueue(
    waiter: Pick<Queued, 'nodo' | 'idEjecucion' | 'companion' | 'resolve' | 'reject'>,
    signal: AbortSignal | null,
  ): void {
    const expiresAt = this.#options.now() + this.#options.settings.esperaMs
    const queued: Queued = { ...waiter, expiresAt, earlier: null, later: null }
    if (signal) {
      if (signal.aborted) return waiter.reject(signal.reason)
      const leave = () => {
        if (this.#waiting.delete(queued)) waiter.reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      queued.resolve = (slot) => {
        signal.removeEventListener('abort', leave)
        waiter.resolve(slot)
      }
      queued.reject = (error) => {
        signal.removeEventListener('abort', leave)
        waiter.reject(error)
      }
    }
    this.#waiting.add(queued)
  }

  /** Gives a connection back: once nobody shares it any more to who waits longest, else it stays open while it is good. */
  release(slot: Slot): void {
    if (slot.holders === 0) return
    slot.holders--
    if (slot.holders > 0) return
    const now = this.#options.now()
    if (this.#isRetired || !this.#mayServe(slot, now)) {
      this.#discard(slot)
      this.#openMissing()
      return
    }
    if (this.#serveWaiting(slot, now)) {
      this.reused++
      return
    }
    slot.idleSince = now
    this.#idle.push(slot)
  }

  /** To who waits longest and, while they share it, to those who wait next. False: nobody waits. */
  #serveWaiting(slot: Slot, now: number): boolean {
    const first = this.#waiting.shift()
    if (first === null) return false
    this.#give(slot, first, now)
    slot.costMs = first.companion?.costMs ?? Number.POSITIVE_INFINITY
    first.resolve(slot)
    for (let next = this.#waiting.first; next?.companion; next = this.#waiting.first) {
      if (!this.#join(slot, next.companion)) break
      this.#waiting.shift()
      next.resolve(slot)
    }
    return true
  }

  /** Whether there was room behind those who hold it. */
  #join(slot: Slot, companion: Companion): boolean {
    const { lecturas, ms } = this.#options.compartida
    if (slot.holders >= lecturas || slot.costMs + companion.costMs > ms) return false
    companion.ahead = slot.holders
    slot.holders++
    slot.costMs += companion.costMs
    this.leases++
    this.reused++
    return true
  }

  /** Gives back a connection whose state is unknown: it is closed. */
  drop(slot: Slot): void {
    slot.holders = 0
    this.#discard(slot)
    this.#openMissing()
  }

  /** Closes what is too old or idle for too long, keeps `min` open once it is in use, and reports leases that are held too long. */
  sweep(): void {
    const { settings, retencionMs, onRetained, now: clock } = this.#options
    const now = clock()
    for (const slot of [...this.#idle]) {
      const isSpare = this.#slots.size > settings.min && now - slot.idleSince >= settings.inactividadMs
      if (!isSpare && this.#mayServe(slot, now)) continue
      this.#idle.splice(this.#idle.indexOf(slot), 1)
      this.#discard(slot)
    }
    for (const slot of this.#slots) {
      if (slot.holders === 0 || slot.isReported || now - slot.leasedAt < retencionMs) continue
      slot.isReported = true
      onRetained(slot)
    }
    if (this.leases > 0 && !this.#isRetired && this.#slots.size + this.#opening < settings.min) this.#open()
  }

  /** Nobody who waits now gets a connection. */
  refuseWaiting(reason: unknown): void {
    for (let queued = this.#waiting.shift(); queued; queued = this.#waiting.shift()) queued.reject(reason)
    for (const { reject } of this.#gathered.splice(0)) reject(reason)
    this.#checkEmpty()
  }

  /** No new lease; resolves when the last connection is closed. */
  retire(): Promise<void> {
    this.#isRetired = true
    for (const slot of this.#idle.splice(0)) this.#discard(slot)
    return new Promise((resolve) => {
      this.#onEmpty = resolve
      this.#checkEmpty()
    })
  }

  /** Closes also what is leased: whoever holds it will see it fail. */
  closeAll(): void {
    for (const slot of [...this.#slots]) this.#discard(slot)
  }

  #mayServe({ connection, openedAt }: Slot, now: number): boolean {
    return connection.usable && now - openedAt < this.#options.settings.vidaMaximaMs
  }

  #give(slot: Slot, { nodo, idEjecucion }: Waiter, now: number): Slot {
    this.leases++
    slot.holders = 1
    slot.isReported = false
    slot.leasedAt = now
    slot.nodo = nodo
    slot.idEjecucion = idEjecucion
    return slot
  }

  #discard(slot: Slot): void {
    if (!this.#slots.delete(slot)) return
    // It is gone either way: a connection that cannot say goodbye is already broken.
    slot.close().catch(() => {})
    this.#checkEmpty()
  }

  #openMissing(): void {
    const { max } = this.#options.settings
    while (this.#waiting.size > this.#opening && this.#slots.size + this.#opening < max) this.#open()
  }

  #open(): void {
    this.#opening++
    this.#options.connect().then(
      (opened) => {
        this.#opening--
        this.#adopt(opened)
      },
      (error: unknown) => {
        this.#opening--
        this.#waiting.shift()?.reject(error)
        this.#openMissing()
        this.#checkEmpty()
      },
    )
  }

  #adopt(opened: Opened): void {
    const now = this.#options.now()
    const slot: Slot = {
      ...opened,
      openedAt: now,
      idleSince: now,
      leasedAt: now,
      holders: 0,
      costMs: 0,
      answeredAt: now,
      isReported: false,
      nodo: '',
      idEjecucion: '',
    }
    this.#slots.add(slot)
    if (this.#serveWaiting(slot, now)) return
    if (this.#isRetired) this.#discard(slot)
    else this.#idle.push(slot)
  }

  #checkEmpty(): void {
    const open = this.#slots.size + this.#opening + this.#waiting.size + this.#gathered.length
    if (open === 0) this.#onEmpty?.()
  }
}
