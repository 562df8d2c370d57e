import {
  AppError,
  type LlamadaContext,
  type LlamadaPreparada,
  type LlamadaSpec,
  type Llamadas,
  ServidorNoResponde,
} from '@div/contract'
import type { Clock } from './clock.ts'

/** Time that passes only when a test lets it: the next timer is always due at once. */
export class TestClock implements Clock {
  #now = 0
  #timers: { at: number; callback: () => void }[] = []
  readonly #random: number
  readonly #tickMs: number

  /** `tickMs` passes at every look, as if computing took time. */
  constructor({ random = 1, tickMs = 0 }: { random?: number | undefined; tickMs?: number | undefined } = {}) {
    this.#random = random
    this.#tickMs = tickMs
  }

  now(): number {
    this.#now += this.#tickMs
    return this.#now
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer)
    }
  }

  random(): number {
    return this.#random
  }

  /** Timers that have neither fired nor been called off. */
  get pending(): number {
    return this.#timers.length
  }

  /** Goes to the earliest timer and fires it. False: there is none. */
  advance(): boolean {
    const [next] = this.#timers.toSorted((left, right) => left.at - right.at)
    if (!next) return false
    this.#timers = this.#timers.filter((each) => each !== next)
    this.#now = Math.max(this.#now, next.at)
    next.callback()
    return true
  }
}

/** What a fake server does when it is called: the `objeto` of a node in a test. */
export interface Guion {
  /** Milliseconds until it answers. */
  ms?: number
  /** Fails this many times, then answers; true fails always. */
  falla?: number | true
  /** Of the failure; what is not an AppError when it is `interno`. */
  error?: 'transitorio' | 'definitivo' | 'interno' | 'sinEfecto'
  efecto?: 'lectura' | 'escritura'
  repetible?: boolean
  /** What it answers; the parameters that it was given when absent. */
  salida?: unknown
  /** Answers without waiting, as a call that needs no I/O. */
  alMomento?: boolean
  /** Rows in batches, for a cursor. */
  lotes?: unknown[][]
  /** A cursor that never ends after its last batch: it waits until it is cancelled. */
  cuelga?: boolean
  admiteTransaccion?: boolean
}

const definitivo = () => new AppError({ codigo: 'DEFINITIVO', status: 422, message: 'No se puede.' })

/** Servers that do what their nodes' objects say, and a log of everything that they were asked. */
export class TestServidores implements Llamadas {
  readonly log: string[] = []
  /** By node: did its last call ask that a failure leave the transaction usable? */
  readonly savepoints: Record<string, boolean> = {}
  /** Calls that have begun and neither ended nor been cancelled. */
  open = 0
  readonly #clock: TestClock
  readonly #delayOf: (nodo: string) => number | undefined
  readonly #calls = new Map<string, number>()

  constructor(clock: TestClock, delayOf: (nodo: string) => number | undefined = () => undefined) {
    this.#clock = clock
    this.#delayOf = delayOf
  }

  prepare({ nodo, objeto, servidorId }: LlamadaSpec): LlamadaPreparada {
    if (servidorId === 'ninguno') {
      throw new AppError({ codigo: 'NO_ENCONTRADO', status: 404, message: 'No existe el servidor.' })
    }
    // Tests write them.
    const guion = objeto as Guion
    return {
      efecto: guion.efecto ?? 'lectura',
      ...(guion.repetible !== undefined && { repetible: guion.repetible }),
      admiteTransaccion: guion.admiteTransaccion ?? true,
      call: (parametros, context) => this.#call(nodo, guion, parametros, context),
      ...(guion.lotes && { stream: (_, context) => this.#stream(nodo, guion, context) }),
    }
  }

  #call(nodo: string, guion: Guion, parametros: unknown, context: LlamadaContext): unknown {
    const place = context.transaccion
      ? `${nodo} en ${String(Reflect.get(context.transaccion, 'nombre'))}`
      : nodo
    this.log.push(place)
    this.savepoints[nodo] = context.savepoint
    const key = context.claveIdempotencia
    const times = (this.#calls.get(key) ?? 0) + 1
    this.#calls.set(key, times)
    const fails = guion.falla === true || times <= (guion.falla ?? 0)
    if (guion.alMomento) {
      if (fails) throw failureOf(guion)
      return guion.salida ?? parametros
    }
    this.open++
    return new Promise((resolve, reject) => {
      const callOff = this.#clock.after(this.#delayOf(nodo) ?? guion.ms ?? 1, () => {
        this.open--
        if (fails) reject(failureOf(guion))
        else resolve(guion.salida ?? parametros)
      })
      context.signal.addEventListener('abort', () => {
        callOff()
        this.open--
        this.log.push(`cancelada ${nodo}`)
        reject(context.signal.reason)
      })
    })
  }

  async *#stream(
    nodo: string,
    { lotes = [], cuelga }: Guion,
    { signal }: LlamadaContext,
  ): AsyncGenerator<unknown[]> {
    this.open++
    try {
      for (const [index, lote] of lotes.entries()) {
        this.log.push(`${nodo} lote ${index}`)
        yield lote
      }
      if (cuelga) await new Promise((_, reject) => signal.addEventListener('abort', reject))
    } finally {
      this.open--
      this.log.push(`${nodo} cerrado`)
    }
  }

  async begin(servidorId: string, { aislamiento, nodo }: { aislamiento: string; nodo: string }) {
    const nombre = `tx-${servidorId}`
    this.log.push(`begin ${nombre} ${aislamiento} (${nodo})`)
    this.open++
    const end = (how: string) => async () => {
      this.open--
      this.log.push(`${how} ${nombre}`)
    }
    return { nombre, commit: end('commit'), rollback: end('rollback') }
  }
}

/** What a fake call fails with. */
export function failureOf({ error = 'transitorio' }: Guion): Error {
  if (error === 'interno') return new Error('a bug of the driver')
  if (error === 'definitivo') return definitivo()
  const failure = new ServidorNoResponde({ servidor: 'Pruebas', motivo: 'no contestó' })
  return error === 'sinEfecto' ? failure.with({ sinEfecto: true }) : failure
}
