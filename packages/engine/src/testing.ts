import { type Conexion, type Hallazgo, LIMITS, type Limits, type Llamadas, lookUp } from '@div/contract'
import { FUNCIONES } from '@div/funciones'
import { STEPS } from '@div/nodos/steps'
import {
  type CompileDeps,
  compileFlujo,
  type Plan,
  type RunInput,
  type RunPorts,
  type RunResult,
  runPlan,
  validateFlujo,
} from './index.ts'
import { type Guion, TestClock, TestServidores } from './servidores-testing.ts'

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

/** A region over the field `x` of a node `l` (`lista`), from a split `p` to a join `j`. */
export const lista = (valor: unknown): NodoDePrueba => ({
  id: 'l',
  tipo: 'transformacion',
  parametros: [{ nombre: 'x', valor }],
})
export const split = (campos: object = {}): NodoDePrueba => ({
  id: 'p',
  tipo: 'splitter-split',
  lista: { nodo: 'l', ruta: 'x' },
  ...campos,
})
export const join = (campos: object = {}): NodoDePrueba => ({
  id: 'j',
  tipo: 'splitter-join',
  split: 'p',
  ...campos,
})

/** Of several regions, each over the entrada's `n`. */
export const splitNamed = (id: string, campos: object = {}): NodoDePrueba => ({
  id,
  tipo: 'splitter-split',
  lista: { nodo: 'e', ruta: 'n' },
  ...campos,
})
export const joinNamed = (id: string, of: string, campos: object = {}): NodoDePrueba => ({
  id,
  tipo: 'splitter-join',
  split: of,
  ...campos,
})

export const mapea = (id: string, parametros: object[] = []): NodoDePrueba => ({
  id,
  tipo: 'transformacion',
  parametros,
})

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
      parametro: (nombre) => lookUp(PARAMETROS, nombre),
      isSecret: (parametro) => parametro !== 'publico',
      tabla: () => undefined,
      columnas: () => undefined,
      consecutivo: async () => ++taken,
    },
    ...(llamadas && { llamadas }),
  }
}

/** All but `publico` are secret. */
const PARAMETROS: Readonly<Record<string, unknown>> = { secreto: 's3', pin: 471_199, publico: 'p' }

/** The plan of a document that must be good. */
export function planOf(
  flujo: unknown,
  llamadas: Llamadas,
  { limits = {}, modo }: Pick<RunOptions, 'limits' | 'modo'> = {},
): Plan {
  const result = compileFlujo(flujo, { ...depsOf(llamadas, limits), modo })
  if (!result.ok) throw new Error(`not valid: ${describeHallazgos(result.hallazgos).join('; ')}`)
  return result.plan
}

/** `nodo campo: mensaje` */
export function describeHallazgos(hallazgos: readonly Hallazgo[]): string[] {
  return hallazgos.map(({ nodo, campo, mensaje }) => `${nodo ?? '-'} ${campo}: ${mensaje}`)
}

/** What is wrong with a flow of these nodes, as `nodo campo: mensaje`. */
export function hallazgosDe(
  nodos: readonly NodoDePrueba[],
  conexiones: string,
  modo?: CompileDeps['modo'],
): string[] {
  const deps = { ...depsOf(new TestServidores(new TestClock())), modo }
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
  /** See TestClock. */
  tickMs?: number
  /** What every throw of the dice gives. */
  random?: number
  /** Cancels after so many timers. */
  cancelAfter?: number
  limits?: Partial<Limits>
  modo?: CompileDeps['modo']
  input?: Partial<RunInput>
  ports?: Partial<RunPorts>
  /** Instead of the servers of tests. */
  llamadas?: Llamadas
}

/** Runs a document on a virtual clock to its end. Throws when it stands still with nothing to wait for. */
export async function runFlujo(flujo: unknown, options: RunOptions = {}): Promise<Run> {
  const clock = new TestClock(options)
  const servidores = new TestServidores(clock, options.delayOf)
  const plan = planOf(flujo, options.llamadas ?? servidores, options)
  const cancel = new AbortController()
  const outcome = runPlan(
    plan,
    {
      idEjecucion: 'r1',
      entrada: plan.entrada.coerce(options.entrada ?? { n: 1 }),
      deadline: options.deadlineMs ?? 1_000_000,
      signal: cancel.signal,
      profundidad: 0,
      secretos: { redact: (text) => text },
      ...options.input,
    },
    {
      clock,
      maxPasos: 10_000,
      compensacionMs: () => LIMITS.compensacionMs,
      iteraciones: Number.POSITIVE_INFINITY,
      begin: servidores.begin.bind(servidores),
      ...options.ports,
    },
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
