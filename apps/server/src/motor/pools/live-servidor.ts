import { type Limits, type LlamadaContext, ServidorNoResponde, TiempoAgotado } from '@div/contract'
import type { Connection, Operation, ServidorDefinition } from '@div/servidores'
import type { RollingWindow } from '../metrics/rolling-window.ts'
import { Circuit, type Veredicto } from './circuit.ts'
import type { Opened } from './connect-servidor.ts'
import { ExpiryQueue } from './expiry-queue.ts'
import { judge } from './judge.ts'
import { LimitedContext } from './limited-context.ts'
import type { Pace } from './pace.ts'
import { type Companion, Pool, type Slot } from './pool.ts'
import { PooledTransaccion } from './pooled-transaccion.ts'
import type { ServidorActivo } from './servidor-activo.ts'
import { within } from './within.ts'

export interface LiveServidorOptions {
  servidor: ServidorActivo
  definition: ServidorDefinition
  limits: Limits
  connect(): Promise<Opened>
  now(): number
  /** Survives changes of settings. */
  window: RollingWindow
  onRetained(slot: Slot): void
}

/** Of the product itself nothing is rationed: a pool would let processes that call each other wait for themselves. */
const UNRATIONED = {
  min: 0,
  max: Number.MAX_SAFE_INTEGER,
  esperaMs: 600_000,
  inactividadMs: 30_000,
  vidaMaximaMs: 604_800_000,
}

/** A call with less time than so often the patience of a reading behind others shares no connection: being held up might be the end of it. */
const LEAST_PATIENCES = 2

/** A reading was not answered for what stood ahead of it on its connection. */
class HeldUp extends Error {}

/** One servidor under one set of settings: its pool, its circuit, and how a call goes through them. */
export class LiveServidor {
  readonly servidor: ServidorActivo
  readonly definition: ServidorDefinition
  readonly pool: Pool
  /** Null for the product itself: the failures of processes are not its own. */
  readonly circuit: Circuit | null
  readonly #limits: Limits
  readonly #now: () => number
  readonly #window: RollingWindow
  readonly #limited: ExpiryQueue<LimitedContext>
  /** Milliseconds of one call. */
  readonly #limitMs: number
  /** Readings that others are ahead of on their connection. */
  readonly #behind: ExpiryQueue<LimitedContext>
  /** Milliseconds that such a reading waits before it goes on alone: far less than what would say that the servidor fails. */
  readonly #behindMs: number

  constructor({ servidor, definition, limits, connect, now, window, onRetained }: LiveServidorOptions) {
    this.servidor = servidor
    this.definition = definition
    this.#limits = limits
    this.#now = now
    this.#window = window
    const isInterno = definition.grupo === 'interno'
    this.#limitMs = isInterno ? Number.POSITIVE_INFINITY : servidor.resiliencia.tiempoMaximoMs
    this.circuit = isInterno
      ? null
      : new Circuit({
          servidor: servidor.nombre,
          settings: servidor.resiliencia.cortacircuitos,
          now,
          // Who waits for a connection would only find out for himself, one after another.
          onOpen: (reason) => this.pool.refuseWaiting(reason),
        })
    this.#limited = new ExpiryQueue((context) => context.expire(), now)
    // Answers that have come while this process was busy are read first.
    this.#behind = new ExpiryQueue((context) => setImmediate(() => context.expire()), now)
    this.#behindMs = Math.min(limits.esperaEnCadenaMs, this.#limitMs / 4)
    this.pool = new Pool({
      servidor: servidor.nombre,
      settings: isInterno ? UNRATIONED : servidor.pool,
      connect,
      now,
      retencionMs: isInterno ? Number.POSITIVE_INFINITY : limits.retencionMs,
      onRetained,
      compartida: { lecturas: limits.lecturasEnCadena, ms: limits.cadenaMs },
    })
  }

  /** `pace` is of an operation that may share a connection with others. */
  call(
    operation: Operation<Connection>,
    parametros: Readonly<Record<string, unknown>>,
    context: LlamadaContext,
    { nodo, pace }: { nodo: string; pace: Pace | null },
  ): Promise<unknown> {
    const { transaccion } = context
    if (transaccion !== undefined) {
      return this.#ownOf(transaccion).run((connection) =>
        this.#run(operation, parametros, context, { connection, slot: null, isProbe: false }),
      )
    }
    const isProbe = this.circuit?.admit() ?? false
    if (pace !== null && context.deadline - this.#now() > LEAST_PATIENCES * this.#behindMs)
      return this.#callTogether(operation, parametros, context, { nodo, pace, isProbe })
    const slot = this.pool.tryLease(nodo, context.idEjecucion)
    if (slot !== null)
      return this.#run(operation, parametros, context, { connection: slot.connection, slot, isProbe })
    return this.#callAlone(operation, parametros, context, { nodo, pace, isProbe })
  }

  async #callAlone(
    operation: Operation<Connection>,
    parametros: Readonly<Record<string, unknown>>,
    context: LlamadaContext,
    { nodo, pace, isProbe }: { nodo: string; pace: Pace | null; isProbe: boolean },
  ): Promise<unknown> {
    const slot = await this.#lease(nodo, context, isProbe)
    const began = slot.leasedAt
    try {
      return await this.#run(operation, parametros, context, { connection: slot.connection, slot, isProbe })
    } finally {
      pace?.note(this.#now() - began)
    }
  }

  async #callTogether(
    operation: Operation<Connection>,
    parametros: Readonly<Record<string, unknown>>,
    context: LlamadaContext,
    { nodo, pace, isProbe }: { nodo: string; pace: Pace; isProbe: boolean },
  ): Promise<unknown> {
    const { idEjecucion } = context
    const companion: Companion = { nodo, idEjecucion, costMs: pace.costMs, ahead: 0, waitsSince: null }
    const slot = await this.#obtain(this.pool.leaseTogether(companion, context), context, isProbe)
    // When it has answered, the slot may be somebody else's already.
    const began = slot.leasedAt
    if (companion.waitsSince !== null) noteWait(context, began - companion.waitsSince)
    const answered = () => {
      const now = this.#now()
      // What those ahead took is not its time.
      pace.note(now - Math.max(began, slot.answeredAt))
      slot.answeredAt = now
    }
    try {
      const output = await (companion.ahead === 0
        ? this.#run(operation, parametros, context, { connection: slot.connection, slot, isProbe })
        : this.#runBehind(operation, parametros, context, { slot, isProbe }))
      answered()
      return output
    } catch (error) {
      if (!(error instanceof HeldUp)) {
        answered()
        throw error
      }
    }
    // Meanwhile the servidor may have failed for others.
    const isNextProbe = isProbe || (this.circuit?.admit() ?? false)
    return this.#callAlone(operation, parametros, context, { nodo, pace, isProbe: isNextProbe })
  }

  /** A reading that others are ahead of. Throws HeldUp when they hold it up for too long, or lose the connection. */
  async #runBehind(
    operation: Operation<Connection>,
    parametros: Readonly<Record<string, unknown>>,
    context: LlamadaContext,
    { slot, isProbe }: { slot: Slot; isProbe: boolean },
  ): Promise<unknown> {
    const began = slot.leasedAt
    const patient = new LimitedContext(context, {
      servidor: this.servidor.nombre,
      now: began,
      limitMs: this.#behindMs,
      deadline: context.deadline,
    })
    this.#behind.add(patient)
    const answer = async () => {
      try {
        return await operation.run(slot.connection, parametros, patient)
      } finally {
        this.#behind.delete(patient)
        this.pool.release(slot)
      }
    }
    const conclude = (veredicto: Veredicto, failed: boolean) => {
      this.circuit?.settle(isProbe, veredicto)
      const now = this.#now()
      this.#window.record(now, now - began, failed)
    }
    try {
      const output = await patient.race(answer())
      conclude('sano', false)
      return output
    } catch (error) {
      const abandoned = context.signal.aborted
      const isHeldUp = error instanceof TiempoAgotado || error instanceof ServidorNoResponde
      if (isHeldUp && !abandoned) throw new HeldUp()
      conclude(this.#judge(error, { abandoned, began }), true)
      throw error
    }
  }

  async *stream<Batch>(
    open: (connection: Connection) => AsyncIterable<Batch>,
    context: LlamadaContext,
    nodo: string,
  ): AsyncIterable<Batch> {
    const { transaccion } = context
    if (transaccion !== undefined) {
      yield* this.#streamIn(this.#ownOf(transaccion), open)
      return
    }
    const isProbe = this.circuit?.admit() ?? false
    const slot = await this.#lease(nodo, context, isProbe)
    const began = this.#now()
    // How long the rest takes is up to whoever reads it.
    let firstBatchMs: number | undefined
    let failed = false
    let veredicto: Veredicto = 'nada'
    try {
      for await (const batch of open(slot.connection)) {
        firstBatchMs ??= this.#now() - began
        yield batch
      }
      veredicto = 'sano'
    } catch (error) {
      failed = true
      veredicto = this.#judge(error, { abandoned: context.signal.aborted, began })
      throw error
    } finally {
      // The circuit first: when it opens, nobody who waits gets the connection.
      this.circuit?.settle(isProbe, veredicto)
      this.pool.release(slot)
      const now = this.#now()
      this.#window.record(now, firstBatchMs ?? now - began, failed)
    }
  }

  /** Between two batches other calls of the transaction may use the connection. */
  async *#streamIn<Batch>(
    transaccion: PooledTransaccion,
    open: (connection: Connection) => AsyncIterable<Batch>,
  ): AsyncIterable<Batch> {
    const batches = await transaccion.run(async (connection) => open(connection)[Symbol.asyncIterator]())
    try {
      for (;;) {
        const batch = await transaccion.run(() => batches.next())
        if (batch.done) return
        yield batch.value
      }
    } finally {
      await batches.return?.()
    }
  }

  async begin(options: {
    aislamiento: Parameters<NonNullable<Connection['begin']>>[0]
    idEjecucion: string
    nodo: string
    deadline: number
    signal: AbortSignal
  }): Promise<PooledTransaccion> {
    const { aislamiento, nodo, idEjecucion, deadline, signal } = options
    const { servidor, pool } = this
    const isProbe = this.circuit?.admit() ?? false
    const began = this.#now()
    let slot: Slot | null = null
    try {
      slot = await pool.lease({ nodo, idEjecucion }, signal)
      if (!slot.connection.begin) throw new Error(`${servidor.tipoServidor} has no transactions`)
      const limiteMs = Math.max(0, Math.min(deadline - this.#now(), this.#limitMs))
      const que = `El comienzo de la transacción en «${servidor.nombre}»`
      await within(slot.connection.begin(aislamiento), {
        limitMs: limiteMs,
        signal,
        late: () => new TiempoAgotado({ que, limiteMs }),
      })
      this.circuit?.settle(isProbe, 'sano')
    } catch (error) {
      if (slot) pool.drop(slot)
      const abandoned = signal.aborted || this.#now() >= deadline
      this.circuit?.settle(isProbe, this.#judge(error, { abandoned, began }))
      throw error
    }
    return new PooledTransaccion({ servidor, pool, slot, patienceMs: this.#limits.conexionMs })
  }

  /** A connection for something that is no call of a run, such as browsing. It is given as much time as one. */
  async use<Output>(
    purpose: string,
    work: (connection: Connection, signal: AbortSignal) => Promise<Output>,
  ): Promise<Output> {
    const slot = await this.pool.lease({ nodo: purpose, idEjecucion: '' }, null)
    const limiteMs = Math.min(this.#limitMs, this.#limits.ejecucionMs)
    const abort = new AbortController()
    const late = () => {
      const reason = new TiempoAgotado({ que: `${purpose} de «${this.servidor.nombre}»`, limiteMs })
      abort.abort(reason)
      return reason
    }
    try {
      return await within(work(slot.connection, abort.signal), { limitMs: limiteMs, late })
    } finally {
      if (abort.signal.aborted) this.pool.drop(slot)
      else this.pool.release(slot)
    }
  }

  #ownOf(transaccion: NonNullable<LlamadaContext['transaccion']>): PooledTransaccion {
    if (transaccion instanceof PooledTransaccion && transaccion.servidorId === this.servidor.id)
      return transaccion
    throw new Error('the transaction is of another servidor')
  }

  async #lease(nodo: string, context: LlamadaContext, isProbe: boolean): Promise<Slot> {
    const began = this.#now()
    const leasing = this.pool.lease({ nodo, idEjecucion: context.idEjecucion }, context.signal)
    const slot = await this.#obtain(leasing, context, isProbe)
    noteWait(context, slot.leasedAt - began)
    return slot
  }

  async #obtain(leasing: Promise<Slot>, context: LlamadaContext, isProbe: boolean): Promise<Slot> {
    const began = this.#now()
    try {
      return await leasing
    } catch (error) {
      noteWait(context, this.#now() - began)
      this.circuit?.settle(isProbe, this.#judge(error, { abandoned: context.signal.aborted, began }))
      this.#window.record(this.#now(), this.#now() - began, true)
      throw error
    }
  }

  #run(
    operation: Operation<Connection>,
    parametros: Readonly<Record<string, unknown>>,
    context: LlamadaContext,
    // No slot: the transaction gives its connection back.
    { connection, slot, isProbe }: { connection: Connection; slot: Slot | null; isProbe: boolean },
  ): Promise<unknown> {
    const now = slot === null ? this.#now() : slot.leasedAt
    if (context.deadline - now <= this.#limitMs) {
      return this.#measure(() => operation.run(connection, parametros, context), { context, slot, isProbe })
    }
    const limited = new LimitedContext(context, {
      servidor: this.servidor.nombre,
      now,
      limitMs: this.#limitMs,
    })
    this.#limited.add(limited)
    const call = () => operation.run(connection, parametros, limited)
    return limited.race(
      this.#measure(call, { context, slot, isProbe }).finally(() => this.#limited.delete(limited)),
    )
  }

  /** Counts a call and gives its connection back, whatever it answers. */
  async #measure(
    call: () => Promise<unknown>,
    { context, slot, isProbe }: { context: LlamadaContext; slot: Slot | null; isProbe: boolean },
  ): Promise<unknown> {
    const began = slot === null ? this.#now() : slot.leasedAt
    let veredicto: Veredicto = 'sano'
    let failed = true
    try {
      const output = await call()
      failed = false
      return output
    } catch (error) {
      veredicto = this.#judge(error, { abandoned: context.signal.aborted, began })
      throw error
    } finally {
      this.circuit?.settle(isProbe, veredicto)
      if (slot !== null) this.pool.release(slot)
      const now = this.#now()
      this.#window.record(now, now - began, failed)
    }
  }

  #judge(error: unknown, { abandoned, began }: { abandoned: boolean; began: number }): Veredicto {
    return judge({
      error,
      abandoned,
      durationMs: this.#now() - began,
      tiempoMaximoMs: this.#limitMs,
    })
  }
}

/** The canal of the run takes fewer calls while they wait too long. */
function noteWait({ caller }: LlamadaContext, waitedMs: number): void {
  if (caller !== undefined) caller.esperaMs = Math.max(caller.esperaMs ?? 0, waitedMs)
}
