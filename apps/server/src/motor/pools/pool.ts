import { type Linked, PoolAgotado, type PoolSettings } from '@div/contract'
import type { Connection } from '@div/servidores'
import type { Opened } from './connect-servidor.ts'
import { ExpiryQueue } from './expiry-queue.ts'

/** One open connection and who holds it. Leasing it again allocates nothing. Times are of the pool's clock. */
export interface Slot {
  readonly connection: Connection
  close(): Promise<void>
  readonly openedAt: number
  idleSince: number
  leasedAt: number
  isLeased: boolean
  isReported: boolean
  /** Name of the node and id of the run that hold it, or held it last. */
  nodo: string
  idEjecucion: string
}

export interface Waiter {
  nodo: string
  idEjecucion: string
}

interface Queued extends Waiter, Linked<Queued> {
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
    return [...this.#slots].filter(({ isLeased }) => isLeased)
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
    if (this.#waiting.size > 0) return null
    const now = this.#options.now()
    for (let slot = this.#idle.pop(); slot; slot = this.#idle.pop()) {
      if (this.#mayServe(slot, now)) {
        this.reused++
        return this.#give(slot, { nodo, idEjecucion }, now)
      }
      this.#discard(slot)
    }
    return null
  }

  /** An idle connection or, in order, the next free or new one. Throws PoolAgotado, what connecting throws, or the signal's reason. */
  lease(waiter: Waiter, signal: AbortSignal | null): Promise<Slot> {
    const idle = this.tryLease(waiter.nodo, waiter.idEjecucion)
    if (idle !== null) return Promise.resolve(idle)
    const { esperaMs } = this.#options.settings
    return new Promise((resolve, reject) => {
      const expiresAt = this.#options.now() + esperaMs
      const queued: Queued = { ...waiter, expiresAt, resolve, reject, earlier: null, later: null }
      if (signal) {
        if (signal.aborted) return reject(signal.reason)
        const leave = () => {
          if (this.#waiting.delete(queued)) reject(signal.reason)
        }
        signal.addEventListener('abort', leave, { once: true })
        queued.resolve = (slot) => {
          signal.removeEventListener('abort', leave)
          resolve(slot)
        }
        queued.reject = (error) => {
          signal.removeEventListener('abort', leave)
          reject(error)
        }
      }
      this.#waiting.add(queued)
      this.#openMissing()
    })
  }

  /** Gives a connection back: to who waits longest, else it stays open while it is good. */
  release(slot: Slot): void {
    if (!slot.isLeased) return
    slot.isLeased = false
    const now = this.#options.now()
    if (this.#isRetired || !this.#mayServe(slot, now)) {
      this.#discard(slot)
      this.#openMissing()
      return
    }
    const next = this.#waiting.shift()
    if (next) {
      this.reused++
      next.resolve(this.#give(slot, next, now))
      return
    }
    slot.idleSince = now
    this.#idle.push(slot)
  }

  /** Gives back a connection whose state is unknown: it is closed. */
  drop(slot: Slot): void {
    slot.isLeased = false
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
      if (!slot.isLeased || slot.isReported || now - slot.leasedAt < retencionMs) continue
      slot.isReported = true
      onRetained(slot)
    }
    if (this.leases > 0 && !this.#isRetired && this.#slots.size + this.#opening < settings.min) this.#open()
  }

  /** Nobody who waits now gets a connection. */
  refuseWaiting(reason: unknown): void {
    for (let queued = this.#waiting.shift(); queued; queued = this.#waiting.shift()) queued.reject(reason)
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
    slot.isLeased = true
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
      isLeased: false,
      isReported: false,
      nodo: '',
      idEjecucion: '',
    }
    this.#slots.add(slot)
    const next = this.#waiting.shift()
    if (next) next.resolve(this.#give(slot, next, now))
    else if (this.#isRetired) this.#discard(slot)
    else this.#idle.push(slot)
  }

  #checkEmpty(): void {
    if (this.#slots.size + this.#opening + this.#waiting.size === 0) this.#onEmpty?.()
  }
}
