import {
  AppError,
  type Conexion,
  type Hallazgo,
  LIMITS,
  type Limits,
  type LlamadaContext,
  type LlamadaPreparada,
  type LlamadaSpec,
  type Llamadas,
  ServidorNoResponde,
} from '@div/contract'
import { FUNCIONES } from '@div/funciones'
import { STEPS } from '@div/nodos/steps'
import {
  type Clock,
  type CompileDeps,
  compileFlujo,
  type Plan,
  type RunInput,
  type RunPorts,
  type RunResult,
  runPlan,
  validateFlujo,
} from './index.ts'

/** Time that passes only when a test lets it: the next timer is always due at once. */
export class TestClock implements Clock {
  #now = 0
  #timers: { at: number; callback: () => void }[] = []
  readonly #random: number

  constructor(random = 1) {
    this.#random = random
  }

  now(): number {
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
  error?: 'transitorio' | 'definitivo' | 'interno'
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
      efecto: 'lectura',
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
  return error === 'definitivo'
    ? definitivo()
    : new ServidorNoResponde({ servidor: 'Pruebas', motivo: 'no contestó' })
}

export interface NodoDePrueba {
  id: string
  tipo: string
  [campo: string]: unknown
}

/** A document of nodes and `a>b` or `a:salida>b` connections. An entrada `e` is added when there is none. */
export function flujoDe(nodos: readonly NodoDePrueba[], conexiones: string) {
  const hasEntrada = nodos.some(({ tipo }) => tipo === 'entrada')
  const entrada = { id: 'e', tipo: 'entrada', parametros: [{ nombre: 'n', tipo: 'entero' }] }
  return {
    version: 1,
    nodos: [...(hasEntrada ? [] : [entrada]), ...nodos].map((nodo) => ({ nombre: nodo.id, ...nodo })),
    conexiones: parseConexiones(conexiones),
  }
}

function parseConexiones(text: string): Conexion[] {
  return text.split(/\s+/).flatMap((chain) => {
    const ends = chain.split('>')
    return ends.slice(1).map((destino, index) => {
      const [origen = '', salida] = (ends[index] ?? '').split(':')
      const [to = ''] = destino.split(':')
      return { id: `${origen}:${salida ?? ''}>${to}`, origen, destino: to, ...(salida && { salida }) }
    })
  })
}

/** A call of the fake server. */
export function llamada(
  id: string,
  guion: Guion = {},
  campos: Readonly<Record<string, unknown>> = {},
): NodoDePrueba {
  return {
    id,
    tipo: 'proceso',
    servidorId: 's1',
    tipoServidor: 'prueba',
    tipoObjeto: 'prueba',
    objeto: guion,
    ...campos,
  }
}

/** An answer whose fields are references: `{ x: 'n1.ruta' }`, with `?` in front when it is optional. */
export function salida(id: string, campos: Readonly<Record<string, string>> = {}): NodoDePrueba {
  return { id, tipo: 'salida', parametros: parametrosDe(campos) }
}

export function parametrosDe(campos: Readonly<Record<string, string>>) {
  return Object.entries(campos).map(([nombre, text], index) => {
    const opcional = text.startsWith('?')
    const [nodo = '', ...ruta] = text.replace('?', '').split('.')
    return {
      nombre,
      orden: index + 1,
      valorAsignado: { nodo, ruta: ruta.join('.'), ...(opcional && { opcional }) },
    }
  })
}

export function depsOf(llamadas?: Llamadas, limits: Partial<Limits> = {}): CompileDeps {
  let taken = 0
  return {
    steps: STEPS,
    funciones: FUNCIONES,
    limits: { ...LIMITS, ...limits },
    host: {
      zonaHoraria: 'UTC',
      now: () => 0,
      parametro: () => undefined,
      tabla: () => undefined,
      consecutivo: async () => ++taken,
    },
    ...(llamadas && { llamadas }),
  }
}

/** The plan of a document that must be good. */
export function planOf(flujo: unknown, llamadas: Llamadas, limits: Partial<Limits> = {}): Plan {
  const result = compileFlujo(flujo, depsOf(llamadas, limits))
  if (!result.ok) throw new Error(`not valid: ${describeHallazgos(result.hallazgos).join('; ')}`)
  return result.plan
}

/** `nodo campo: mensaje` */
export function describeHallazgos(hallazgos: readonly Hallazgo[]): string[] {
  return hallazgos.map(({ nodo, campo, mensaje }) => `${nodo ?? '-'} ${campo}: ${mensaje}`)
}

/** What is wrong with a flow of these nodes, as `nodo campo: mensaje`. */
export function hallazgosDe(nodos: readonly NodoDePrueba[], conexiones: string): string[] {
  const deps = depsOf(new TestServidores(new TestClock()))
  return describeHallazgos(validateFlujo(flujoDe(nodos, conexiones), deps))
}

export interface Run {
  result: RunResult
  log: readonly string[]
  savepoints: Readonly<Record<string, boolean>>
  /** What is left open when the run has ended: calls, cursors and transactions. */
  open: number
  /** Timers that outlive it. */
  timers: number
  /** Virtual milliseconds that it took. */
  tookMs: number
}

export interface RunOptions {
  entrada?: Readonly<Record<string, unknown>>
  /** Relative to its begin. */
  deadlineMs?: number
  /** Milliseconds of a node's calls, instead of its own. */
  delayOf?: (nodo: string) => number | undefined
  /** What every throw of the dice gives. */
  random?: number
  /** Cancels after so many timers. */
  cancelAfter?: number
  limits?: Partial<Limits>
  input?: Partial<RunInput>
  ports?: Partial<RunPorts>
  /** Instead of the servers of tests. */
  llamadas?: Llamadas
}

/** Runs a document on a virtual clock to its end. Throws when it stands still with nothing to wait for. */
export async function runFlujo(flujo: unknown, options: RunOptions = {}): Promise<Run> {
  const clock = new TestClock(options.random)
  const servidores = new TestServidores(clock, options.delayOf)
  const plan = planOf(flujo, options.llamadas ?? servidores, options.limits)
  const cancel = new AbortController()
  const outcome = runPlan(
    plan,
    {
      idEjecucion: 'r1',
      entrada: plan.entrada.coerce(options.entrada ?? { n: 1 }),
      deadline: options.deadlineMs ?? 1_000_000,
      signal: cancel.signal,
      profundidad: 0,
      ...options.input,
    },
    { clock, maxPasos: 10_000, begin: servidores.begin.bind(servidores), ...options.ports },
  )
  let ended: RunResult | undefined
  if (!(outcome instanceof Promise)) ended = outcome
  else outcome.then((result) => (ended = result))

  for (let fired = 0; ended === undefined; fired++) {
    await settleMicrotasks()
    if (ended !== undefined) break
    if (fired === options.cancelAfter) {
      cancel.abort()
      await settleMicrotasks()
    }
    if (ended === undefined && !clock.advance()) {
      await settleMicrotasks()
      if (ended === undefined) throw new Error('the run waits for nothing')
    }
  }
  await settleMicrotasks()
  const { log, savepoints, open } = servidores
  return { result: ended, log, savepoints, open, timers: clock.pending, tookMs: clock.now() }
}

function settleMicrotasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
