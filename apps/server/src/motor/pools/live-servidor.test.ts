import {
  DatosInvalidos,
  EjecucionCancelada,
  LIMITS,
  type Limits,
  monotonicNow,
  poolSchema,
  resilienciaSchema,
  ServidorNoResponde,
} from '@div/contract'
import { type Connection, defineServidor, type Operation } from '@div/servidores'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { RollingWindow } from '../metrics/rolling-window.ts'
import { LiveServidor } from './live-servidor.ts'
import { Pace } from './pace.ts'
import { testContext } from './testing.ts'

interface Faults {
  failing?: string
  /** What is never answered. */
  silent?: string
  limits?: Partial<Limits>
  pool?: { max?: number; esperaMs?: number }
}

/** A database of one connection that writes down what it is told. */
function createLive({ failing = '', silent = '', limits = {}, pool = {} }: Faults = {}) {
  const told: string[] = []
  const tell = async (what: string) => {
    told.push(what)
    if (what === silent) await new Promise(() => {})
    if (what === failing) throw new ServidorNoResponde({ servidor: 'Ventas', motivo: what })
  }
  const connection: Connection = {
    usable: true,
    ping: async () => undefined,
    begin: () => tell('begin'),
    commit: () => tell('commit'),
    rollback: () => tell('rollback'),
    close: () => tell('close'),
  }
  const definition = defineServidor({
    tipoServidor: 'prueba',
    label: 'Prueba',
    grupo: 'base-de-datos',
    summary: '',
    config: z.object({}),
    objetos: {},
    destino: () => null,
    connect: async () => connection,
  })
  const window = new RollingWindow()
  const live = new LiveServidor({
    servidor: {
      id: 's1',
      nombre: 'Ventas',
      tipoServidor: 'prueba',
      activo: true,
      permitirRedPrivada: true,
      config: {},
      pool: poolSchema.parse({ max: 1, esperaMs: 50, ...pool }),
      resiliencia: resilienciaSchema.parse({ cortacircuitos: { umbral: 2 } }),
    },
    definition,
    limits: { ...LIMITS, ...limits },
    now: monotonicNow,
    window,
    connect: async () => ({ connection, close: () => connection.close() }),
    onRetained() {},
  })
  const operation: Operation<Connection> = {
    efecto: 'escritura',
    async run(_, { nombre }) {
      await tell(`${nombre}`)
      await new Promise((resolve) => setTimeout(resolve, 2))
      told.push(`${nombre} hecho`)
      return nombre
    },
    async *stream() {
      yield [1, 2]
      yield [3]
    },
  }
  const begin = ({ deadline, signal } = testContext()) =>
    live.begin({ aislamiento: 'lecturaConfirmada', idEjecucion: 'e1', nodo: 'n1', deadline, signal })
  const call = (nombre: string, context = testContext()) =>
    live.call(operation, { nombre }, context, { nodo: 'Insertar', pace: null })
  return { live, told, begin, call, operation, window }
}

test('calls of a transaction run one after another on its connection, which then comes back', async () => {
  const { live, told, begin, call } = createLive()
  const transaccion = await begin()
  expect(live.pool.active).toBe(1)
  await Promise.all([call('a', testContext({ transaccion })), call('b', testContext({ transaccion }))])
  await transaccion.commit()
  expect(told).toEqual(['begin', 'a', 'a hecho', 'b', 'b hecho', 'commit'])
  expect({ active: live.pool.active, idle: live.pool.idle }).toEqual({ active: 0, idle: 1 })
})

test('a roll-back refuses the calls that have not begun and gives the connection back', async () => {
  const { live, told, begin, call } = createLive()
  const transaccion = await begin()
  const calls = Promise.allSettled([
    call('a', testContext({ transaccion })),
    call('b', testContext({ transaccion })),
  ])
  await new Promise((resolve) => setImmediate(resolve))
  await transaccion.rollback()
  expect((await calls).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(told.at(-1)).toBe('rollback')
  expect(live.pool.idle).toBe(1)
})

test.each(['commit', 'rollback'])('a connection whose %s fails is closed', async (failing) => {
  const { live, told, begin } = createLive({ failing })
  const transaccion = await begin()
  await (failing === 'commit' ? transaccion.commit().catch(() => {}) : transaccion.rollback())
  expect(told.at(-1)).toBe('close')
  expect(live.pool.active + live.pool.idle).toBe(0)
})

test('a begin that is never answered ends with the time of the run, and its connection is closed', async () => {
  const { live, told, begin } = createLive({ silent: 'begin' })
  await expect(begin(testContext({ deadline: monotonicNow() + 20 }))).rejects.toMatchObject({
    codigo: 'TIEMPO_AGOTADO',
    message: expect.stringContaining('El comienzo de la transacción en «Ventas»'),
  })
  expect(told).toEqual(['begin', 'close'])
  expect(live.pool.active + live.pool.idle).toBe(0)
})

test('a begin that is never answered ends when the run is cancelled, and says nothing of the servidor', async () => {
  const { live, told, begin } = createLive({ silent: 'begin' })
  const reason = new EjecucionCancelada()
  for (let attempt = 0; attempt < 2; attempt++) {
    const context = testContext()
    const beginning = begin(context)
    await new Promise((resolve) => setImmediate(resolve))
    context.abort(reason)
    await expect(beginning).rejects.toBe(reason)
  }
  expect(told).toEqual(['begin', 'close', 'begin', 'close'])
  expect({ estado: live.circuit?.estado, active: live.pool.active }).toEqual({
    estado: 'cerrado',
    active: 0,
  })
})

test.each([
  [{ silent: 'commit' }, 'no contestó en 20 ms'],
  [{ failing: 'commit' }, 'no contestó'],
])('a commit that is not answered (%o) says that its outcome is unknown', async (faults, motivo) => {
  const { live, told, begin } = createLive({ ...faults, limits: { conexionMs: 20 } })
  const transaccion = await begin()
  await expect(transaccion.commit()).rejects.toMatchObject({
    codigo: 'CONFIRMACION_INCIERTA',
    message: `No se sabe si «Ventas» guardó la transacción: ${motivo}. Compruébelo antes de repetir la operación.`,
  })
  expect(told).toEqual(['begin', 'commit', 'close'])
  expect(live.pool.active + live.pool.idle).toBe(0)
})

test('a roll-back that is never answered closes the connection', async () => {
  const { live, told, begin } = createLive({ silent: 'rollback', limits: { conexionMs: 20 } })
  await (await begin()).rollback()
  expect(told).toEqual(['begin', 'rollback', 'close'])
  expect(live.pool.active + live.pool.idle).toBe(0)
})

test('what is no call of a run is told to stop when its time is up, and its connection is closed', async () => {
  const { live, told } = createLive({ limits: { ejecucionMs: 20 } })
  const seen: AbortSignal[] = []
  const browse = live.use('Exploración', (_connection, signal) => {
    seen.push(signal)
    return new Promise(() => {})
  })
  await expect(browse).rejects.toMatchObject({
    codigo: 'TIEMPO_AGOTADO',
    message: 'Exploración de «Ventas» no terminó en 20 ms.',
  })
  expect(seen.map(({ aborted }) => aborted)).toEqual([true])
  expect({ told, open: live.pool.active + live.pool.idle }).toEqual({ told: ['close'], open: 0 })
})

test('a stream holds its connection to the end, also when its reader leaves early', async () => {
  const { live, operation, window } = createLive()
  const { stream } = operation
  if (!stream) throw new Error('the operation has a stream')
  const context = testContext()
  const read = () => live.stream((connection) => stream(connection, {}, context), context, 'Leer')
  expect(await gather(read())).toEqual([[1, 2], [3]])
  for await (const batch of read()) {
    expect(batch).toEqual([1, 2])
    expect(live.pool.active).toBe(1)
    break
  }
  expect(live.pool.idle).toBe(1)
  expect(window.sample(monotonicNow())).toMatchObject({ requests: 2, errors: 0 })
})

test('an operation that throws before it waits gives its connection back', async () => {
  const { live, operation } = createLive()
  const broken: Operation<Connection> = {
    ...operation,
    run() {
      throw new DatosInvalidos()
    },
  }
  await expect(live.call(broken, {}, testContext(), { nodo: 'Leer', pace: null })).rejects.toMatchObject({
    codigo: 'DATOS_INVALIDOS',
  })
  expect(live.pool.idle).toBe(1)
})

test('after failures in a row calls are refused without touching the servidor', async () => {
  const { told, call } = createLive({ failing: 'x' })
  await expect(call('x')).rejects.toMatchObject({ codigo: 'SERVIDOR_NO_RESPONDE' })
  await expect(call('x')).rejects.toMatchObject({ codigo: 'SERVIDOR_NO_RESPONDE' })
  const before = told.length
  expect(() => call('a')).toThrow('está en pausa')
  expect(told).toHaveLength(before)
})

test('who waits for a connection when the circuit opens is refused then, and not one after another', async () => {
  const { told, call } = createLive({ failing: 'x' })
  const calls = ['x', 'x', 'a', 'b'].map((nombre) => call(nombre))
  expect(
    (await Promise.allSettled(calls)).map((each) => each.status === 'rejected' && each.reason.codigo),
  ).toEqual(['SERVIDOR_NO_RESPONDE', 'SERVIDOR_NO_RESPONDE', 'CIRCUITO_ABIERTO', 'CIRCUITO_ABIERTO'])
  expect(told).toEqual(['x', 'x'])
})

async function gather(stream: AsyncIterable<readonly unknown[]>): Promise<(readonly unknown[])[]> {
  const batches: (readonly unknown[])[] = []
  for await (const batch of stream) batches.push(batch)
  return batches
}

/** Readings that are answered when they are told to, and how often each was made. */
function createReadings(faults: Faults = {}) {
  const { live, window } = createLive(faults)
  const made: string[] = []
  const answers = new Map<string, PromiseWithResolvers<string>>()
  const operation: Operation<Connection> = {
    efecto: 'lectura',
    encadenable: true,
    run: (_, { nombre }) => {
      made.push(`${nombre}`)
      const answer = Promise.withResolvers<string>()
      answers.set(`${nombre}`, answer)
      return answer.promise
    },
  }
  const pace = new Pace()
  const read = (nombre: string, context = testContext()) =>
    live.call(operation, { nombre }, context, { nodo: 'Leer', pace })
  return { live, window, made, read, pace, answerOf: (nombre: string) => answers.get(nombre) }
}

const nextTurn = () => new Promise(setImmediate)

/** What comes in the same turn then shares a connection instead of each waiting for a new one. */
async function openConnection({ pool }: LiveServidor): Promise<void> {
  pool.release(await pool.lease({ nodo: 'Abrir', idEjecucion: 'e0' }, null))
}

test('a reading that is held up by those ahead goes on alone, and counts once', async () => {
  const { live, window, made, read, answerOf } = createReadings({
    limits: { esperaEnCadenaMs: 20 },
    pool: { max: 2 },
  })
  await openConnection(live)
  const slow = read('lenta')
  const quick = read('breve')
  await nextTurn()
  expect({ made, active: live.pool.active }).toEqual({ made: ['lenta', 'breve'], active: 1 })
  const heldUp = answerOf('breve')
  await expect.poll(() => made).toEqual(['lenta', 'breve', 'breve'])
  expect(live.pool.active).toBe(2)
  answerOf('breve')?.resolve('contestada')
  expect(await quick).toBe('contestada')
  answerOf('lenta')?.resolve('al fin')
  expect(await slow).toBe('al fin')
  heldUp?.resolve('tarde')
  await nextTurn()
  expect(live.pool.active).toBe(0)
  expect(window.sample(monotonicNow())).toMatchObject({ requests: 2, errors: 0 })
})

/** Two that share a connection which is lost, told to both. */
async function loseShared({ live, read, answerOf }: ReturnType<typeof createReadings>) {
  await openConnection(live)
  const [lost, behind] = [read('primera'), read('segunda')]
  await nextTurn()
  const gone = new ServidorNoResponde({ servidor: 'Ventas', motivo: 'cerró la conexión' })
  answerOf('primera')?.reject(gone)
  answerOf('segunda')?.reject(gone)
  // Whoever asked for it may still be busy with the other one.
  behind.catch(() => {})
  await expect(lost).rejects.toBe(gone)
  return { behind }
}

test('a reading whose connection is lost by another one is made again', async () => {
  const readings = createReadings({ pool: { max: 2 } })
  const { behind } = await loseShared(readings)
  const { made, answerOf, window } = readings
  await expect.poll(() => made).toEqual(['primera', 'segunda', 'segunda'])
  answerOf('segunda')?.resolve('contestada')
  expect(await behind).toBe('contestada')
  expect(window.sample(monotonicNow())).toMatchObject({ requests: 2, errors: 1 })
})

test('it is not made again where the circuit has opened meanwhile', async () => {
  const readings = createReadings({ pool: { max: 2 } })
  const { live, read, made, answerOf } = readings
  const failing = read('fallida')
  await expect.poll(() => answerOf('fallida')).toBeDefined()
  answerOf('fallida')?.reject(new ServidorNoResponde({ servidor: 'Ventas', motivo: 'calla' }))
  await expect(failing).rejects.toThrow('calla')
  // The second failure in a row opens it.
  const { behind } = await loseShared(readings)
  await expect(behind).rejects.toMatchObject({ codigo: 'CIRCUITO_ABIERTO' })
  expect({ made, estado: live.circuit?.estado }).toEqual({
    made: ['fallida', 'primera', 'segunda'],
    estado: 'abierto',
  })
})

test('a reading with little time of its own shares no connection', async () => {
  const { live, read, answerOf, made } = createReadings({ pool: { esperaMs: 5_000 } })
  await openConnection(live)
  const brief = testContext({ deadline: monotonicNow() + LIMITS.esperaEnCadenaMs })
  const readings = [read('otra'), read('breve', brief)]
  await nextTurn()
  expect({ made, waiting: live.pool.waiting }).toEqual({ made: ['breve'], waiting: 1 })
  answerOf('breve')?.resolve('contestada')
  await expect.poll(() => answerOf('otra')).toBeDefined()
  answerOf('otra')?.resolve('contestada')
  await Promise.all(readings)
})

test('what is wrong with a reading itself is told at once, behind others too', async () => {
  const { live, made, read, answerOf } = createReadings()
  const readings = [read('primera'), read('otra')]
  await expect.poll(() => answerOf('otra')).toBeDefined()
  answerOf('otra')?.reject(new DatosInvalidos())
  await expect(readings[1]).rejects.toMatchObject({ codigo: 'DATOS_INVALIDOS' })
  answerOf('primera')?.resolve('contestada')
  expect(await readings[0]).toBe('contestada')
  expect(made).toEqual(['primera', 'otra'])
  expect(live.pool.idle).toBe(1)
})

test('readings that turn out to be long share no connection any more, though others wait', async () => {
  const { live, read, pace, answerOf, made } = createReadings({
    limits: { esperaEnCadenaMs: 5_000 },
    pool: { esperaMs: 5_000 },
  })
  const readPair = async (n: number) => {
    const pair = [read(`${n}a`), read(`${n}b`)]
    for (const [index, letter] of ['a', 'b'].entries()) {
      await expect.poll(() => answerOf(n + letter)).toBeDefined()
      await new Promise((resolve) => setTimeout(resolve, 12))
      answerOf(n + letter)?.resolve('contestada')
      await pair[index]
    }
  }
  for (let n = 0; n < 12; n++) await readPair(n)
  expect(pace.costMs).toBeGreaterThan(LIMITS.cadenaMs)
  const pair = [read('a'), read('b')]
  await expect.poll(() => answerOf('a')).toBeDefined()
  expect({ waiting: live.pool.waiting, last: made.at(-1) }).toEqual({ waiting: 1, last: 'a' })
  answerOf('a')?.resolve('contestada')
  await expect.poll(() => answerOf('b')).toBeDefined()
  answerOf('b')?.resolve('contestada')
  await Promise.all(pair)
})
