import { LIMITS, monotonicNow } from '@div/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { createApartados } from './apartados.ts'
import { createHistory, type HistoryDeps } from './history.ts'
import { compileMascaras, NO_MASKS } from './mascaras.ts'
import { maintainPartitions, measureHistory } from './partitions.ts'
import { restorePasos } from './restore-pasos.ts'
import type { RunRecord } from './run-record.ts'
import { NO_SECRETS, SecretScope } from './secret-scope.ts'
import { TRAZA_ENTERA, Traza } from './traza.ts'
import type { TamanosDeTraza } from './trazas-vivas.ts'

const DAY_MS = 86_400_000
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`delete from ejecuciones`.execute(database.db)
})

const trazasOf = (tamanos: Partial<TamanosDeTraza> = {}, mascaras = NO_MASKS): HistoryDeps['trazas'] => ({
  tamanos: () => ({ ...LIMITS, ...tamanos }),
  mascaras: () => mascaras,
  maxBytes: () => null,
})

function historyOf(changes: Partial<HistoryDeps> = {}) {
  return createHistory({
    db: database.db,
    databaseUrl: database.url,
    limits: LIMITS,
    apartados: createApartados({ db: database.db, log: pino({ level: 'silent' }) }),
    trazas: trazasOf(),
    log: pino({ level: 'silent' }),
    nodoMotor: 'prueba:1',
    shift: () => 0,
    ...changes,
  })
}

function run(changes: Partial<RunRecord> = {}): RunRecord {
  return {
    id: uuid(),
    inicio: Date.now(),
    duracionMs: 1.25,
    estado: 'ok',
    procesoId: uuid(),
    version: 1,
    canalId: null,
    origen: 'canal',
    entrada: { id: 7 },
    respuesta: { estadoHttp: 200, cabeceras: {}, tipoContenido: null, cuerpo: { nombre: 'Ana' } },
    pasosOmitidos: 0,
    secretos: NO_SECRETS,
    traza: TRAZA_ENTERA,
    plan: { ocultos: null, salidas: [], entrada: { clave: null } },
    pasos: [
      { nodo: 'n1', estado: 'ok', inicio: Date.now(), duracionMs: 0.5, intentos: 1, salida: { id: 7 } },
    ],
    ...changes,
  }
}

const stored = async () =>
  (await database.db.selectFrom('ejecuciones').selectAll().orderBy('id').execute()).map(restorePasos)

describe('the history', () => {
  test('keeps the spans of a run beyond its share of space without samples', async () => {
    const paso = {
      nodo: 'n',
      estado: 'ok',
      inicio: 0,
      duracionMs: 1,
      intentos: 1,
      salida: 'x'.repeat(100),
    } as const
    const history = historyOf({ trazas: trazasOf({ historialEjecucionBytes: 400 }) })
    history.record(run({ pasos: Array.from({ length: 5 }, (_, index) => ({ ...paso, nodo: `n${index}` })) }))
    await history.close()
    const [row] = await stored()
    expect(row?.pasos.map(({ nodo, salida }) => [nodo, salida !== undefined])).toEqual([
      ['n0', true],
      ['n1', true],
      ['n2', true],
      ['n3', false],
      ['n4', false],
    ])
  })

  test('keeps nothing of a run that its level leaves out, but counts it', async () => {
    const history = historyOf()
    const traza = new Traza({ nivel: 'errores', porcentaje: 100 })
    const procesoId = uuid()
    history.record(run({ traza, procesoId }))
    const error = { codigo: 'X', mensaje: 'No', nodo: null }
    const failed = run({ traza, procesoId, estado: 'error', error })
    history.record(failed)
    await history.close()
    expect((await stored()).map(({ id }) => id)).toEqual([failed.id])
    const counted = database.db
      .selectFrom('ejecucionesHoras')
      .select('total')
      .where('procesoId', '=', procesoId)
    expect(await counted.execute()).toEqual([{ total: 2 }])
  })

  test('of more runs in a second than are wanted with their data it keeps when, how long and how they ended', async () => {
    const history = historyOf({ trazas: trazasOf({ historialDatosPorSegundo: 1 }) })
    const traza = new Traza({ nivel: 'todo', porcentaje: 100 })
    const error = { codigo: 'X', mensaje: 'No', nodo: 'n1' }
    const plan = { ocultos: null, salidas: [], entrada: { clave: 'pedido' } }
    const inicio = monotonicNow()
    const records = [
      run({ traza, inicio }),
      run({ traza, inicio, plan, entrada: { pedido: 'A-7' }, duracionMs: 2 }),
      run({ traza, inicio, estado: 'error', error }),
      run({ traza, inicio, duracionMs: 1_000 }),
    ]
    for (const record of records) history.record(record)
    await history.close()
    const rows = new Map((await stored()).map((row) => [row.id, row]))
    const [first, second, failed, slow] = records.map(({ id }) => rows.get(id))
    expect(second).toMatchObject({
      claveNegocio: 'A-7',
      duracionMs: 2,
      estado: 'ok',
      entrada: null,
      salida: null,
    })
    expect(second?.pasos).toEqual([{ omitidos: records[1]?.pasos.length, sinDatos: true }])
    for (const whole of [first, failed, slow])
      expect(whole?.pasos[0]).toMatchObject({ nodo: expect.any(String) })
    expect(history.counters()).toMatchObject({ escritas: 4, sinDatos: 1 })
  })

  test('keeps nothing of what is hidden by name and by pattern, wherever it stands', async () => {
    const mascaras = compileMascaras({ camposOcultos: ['Nota-Interna'], patronesOcultos: ['\\d{4}-\\d{4}'] })
    const history = historyOf({ trazas: trazasOf({ muestraBytes: 120 }, mascaras) })
    const tarjeta = 'pagó con 4111-1111 ayer'
    history.record(
      run({
        estado: 'error',
        entrada: { nota_interna: 'x', tarjeta, pedido: '7777-8888', largo: `${'.'.repeat(40)}1234-5678` },
        error: { codigo: 'X', mensaje: 'La tarjeta 4111-1111 no vale', nodo: 'n1' },
        plan: { ocultos: null, salidas: [], entrada: { clave: 'pedido' } },
        respuesta: undefined,
        pasos: [],
      }),
    )
    await history.close()
    const [row] = await stored()
    expect(row).toMatchObject({
      claveNegocio: '•••',
      errorMensaje: 'La tarjeta ••• no vale',
      entrada: { nota_interna: '•••', tarjeta: 'pagó con ••• ayer' },
    })
    // Neither whole nor cut in the middle.
    expect(JSON.stringify(row)).not.toMatch(/1111|7777|1234/)
  })

  test('keeps a run with its spans', async () => {
    const history = historyOf()
    const record = run()
    history.record(record)
    await history.flush()
    expect(await stored()).toEqual([
      {
        id: record.id,
        inicio: new Date(record.inicio),
        duracionMs: 1.25,
        estado: 'ok',
        procesoId: record.procesoId,
        version: 1,
        canalId: null,
        origen: 'canal',
        errorCodigo: null,
        errorMensaje: null,
        errorNodo: null,
        nodoMotor: 'prueba:1',
        claveNegocio: null,
        entrada: { id: 7 },
        salida: { nombre: 'Ana' },
        pasos: [{ ...record.pasos[0] }],
      },
    ])
    await history.close()
  })

  test('keeps the lists of an input whole while they are short, so that it can be repeated', async () => {
    const history = historyOf()
    const upTo = (length: number) => Array.from({ length }, (_, index) => index)
    const pasos = [
      { nodo: 'n1', estado: 'ok', inicio: 0, duracionMs: 1, intentos: 1, salida: upTo(11) },
    ] as const
    history.record(run({ entrada: { corta: upTo(50), larga: upTo(51) }, pasos }))
    await history.close()
    const [row] = await stored()
    expect(row?.entrada).toEqual({ corta: upTo(50), larga: [...upTo(10), '… 41 más'] })
    expect(row?.pasos[0]?.salida).toEqual([...upTo(10), '… 1 más'])
  })

  test('writes by itself within its time', async () => {
    const history = historyOf()
    history.record(run())
    await expect.poll(() => history.counters().escritas, { timeout: 60_000 }).toBe(1)
    await history.close()
  })

  test('writes many runs in few statements and what is left when it closes', async () => {
    const history = historyOf()
    for (let index = 0; index < 1_203; index++) history.record(run())
    await history.close()
    expect(await stored()).toHaveLength(1_203)
    expect(history.counters()).toMatchObject({ pendientes: 0, escritas: 1_203, descartadas: 0 })
  })

  test('counts what does not fit instead of growing', async () => {
    const history = historyOf({ limits: { ...LIMITS, historialPendiente: 3 } })
    for (let index = 0; index < 5; index++) history.record(run())
    expect(history.counters()).toMatchObject({ pendientes: 3, descartadas: 2 })
    await history.close()
  })

  test('hides secrets and keeps text that PostgreSQL refuses', async () => {
    const history = historyOf()
    const entrada = { texto: 'a\0b', medio: '\ud800', dicho: 'es clave-muy-secreta', barra: '\\u0000' }
    const error = { codigo: 'X', mensaje: 'con clave-muy-secreta', nodo: 'n1' }
    history.record(run({ entrada, error, secretos: SecretScope.of(['clave-muy-secreta']) }))
    await history.flush()
    const [row] = await stored()
    expect(row?.entrada).toEqual({ texto: 'a\ufffdb', medio: '\ufffd', dicho: 'es •••', barra: '\\u0000' })
    expect(row).toMatchObject({ errorCodigo: 'X', errorMensaje: 'con •••', errorNodo: 'n1' })
    await history.close()
  })

  test('one row that is refused does not take the others along', async () => {
    const history = historyOf()
    history.record(run())
    history.record(run({ procesoId: 'no es un uuid' }))
    history.record(run())
    await history.flush()
    expect(await stored()).toHaveLength(2)
    expect(history.counters()).toMatchObject({ pendientes: 0, escritas: 2, descartadas: 1 })
    await history.close()
  })

  test('one run that cannot be written down does not take the others along', async () => {
    const history = historyOf()
    const broken = {
      toJSON() {
        throw new Error('no')
      },
    }
    history.record(run())
    history.record(run({ entrada: { broken } }))
    history.record(run())
    await history.flush()
    expect(history.counters()).toMatchObject({ pendientes: 0, escritas: 2, descartadas: 1 })
    await history.close()
  })

  test('a run of a day without partition makes its own: clocks jump', async () => {
    const history = historyOf()
    const inicio = Date.now() + 40 * DAY_MS
    history.record(run({ inicio }))
    await history.flush()
    expect(await stored()).toMatchObject([{ inicio: new Date(inicio) }])
    await history.close()
  })

  test('a database that goes away in the middle of a batch is sent only what it has not taken', async () => {
    const other = await createTestDatabase()
    // What a full disk answers, from the version 99 on.
    await sql`create function sin_espacio() returns trigger language plpgsql as
      'begin raise exception ''no space left on device'' using errcode = ''53100''; end'`.execute(other.db)
    await sql`create trigger lleno before insert on ejecuciones for each row when (new.version = 99)
      execute function sin_espacio()`.execute(other.db)
    const history = historyOf({ db: other.db, databaseUrl: other.url })
    history.record(run())
    history.record(run({ procesoId: 'no es un uuid' }))
    history.record(run({ version: 99 }))
    await history.flush()
    expect(history.counters()).toMatchObject({ pendientes: 1, escritas: 1, descartadas: 1 })
    await sql`drop trigger lleno on ejecuciones`.execute(other.db)
    await history.flush()
    expect(history.counters()).toMatchObject({ pendientes: 0, escritas: 2, descartadas: 1 })
    await history.close()
    await other.drop()
  })

  test('waits for a database that is away and then writes everything', async () => {
    const other = await createTestDatabase()
    await sql`alter table ejecuciones rename to ejecuciones_lejos`.execute(other.db)
    const history = historyOf({ db: other.db, databaseUrl: other.url })
    history.record(run())
    await history.flush()
    expect(history.counters()).toMatchObject({ pendientes: 1, escritas: 0, descartadas: 0 })
    await sql`alter table ejecuciones_lejos rename to ejecuciones`.execute(other.db)
    await history.flush()
    expect(history.counters()).toMatchObject({ pendientes: 0, escritas: 1, descartadas: 0 })
    await history.close()
    await other.drop()
  })
})

async function partitionsOf({ db }: TestDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'ejecuciones'::regclass order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

test('whoever waits for what was recorded does not wait for what never stops to come', async () => {
  const history = historyOf()
  const first = run()
  history.record(first)
  let isOver = false
  const coming = () => {
    history.record(run())
    if (!isOver) setImmediate(coming)
  }
  coming()
  await history.flush()
  isOver = true
  expect((await stored()).map(({ id }) => id)).toContain(first.id)
  await history.close()
})

test('partitions are made ahead and dropped after their days', async () => {
  const other = await createTestDatabase()
  const names = () => partitionsOf(other)
  const now = Date.UTC(2026, 10, 21, 12)
  await Promise.all([
    maintainPartitions(other.db, { now, days: 2 }),
    maintainPartitions(other.db, { now, days: 2 }),
  ])
  expect(await names()).toEqual([
    'ejecuciones_20261120',
    'ejecuciones_20261121',
    'ejecuciones_20261122',
    'ejecuciones_20261123',
    'ejecuciones_20261124',
  ])
  await maintainPartitions(other.db, { now: now + 3 * DAY_MS, days: 2 })
  expect((await names())[0]).toBe('ejecuciones_20261122')
  await other.drop()
})

test('a clock that jumps far ahead drops nothing at once', async () => {
  const other = await createTestDatabase()
  const now = Date.UTC(2026, 10, 21, 12)
  await maintainPartitions(other.db, { now, days: 30 })
  const before = await partitionsOf(other)
  const later = now + 60 * DAY_MS
  await maintainPartitions(other.db, { now: later, days: 30 })
  expect(await partitionsOf(other)).toEqual(expect.arrayContaining([...before, 'ejecuciones_20270120']))
  // Nor for a run that was written down meanwhile.
  await maintainPartitions(other.db, { now: later, days: 30, instants: [later] })
  expect(await partitionsOf(other)).toEqual(expect.arrayContaining(before))
  await other.drop()
})

test('the day is that of the database, whatever the clock of the process says', async () => {
  const other = await createTestDatabase()
  await maintainPartitions(other.db, { days: 30 })
  const before = await partitionsOf(other)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * DAY_MS })
  try {
    const history = historyOf({ db: other.db, databaseUrl: other.url })
    await history.maintain()
    await history.maintain()
    await history.close()
  } finally {
    vi.useRealTimers()
  }
  expect(await partitionsOf(other)).toEqual(expect.arrayContaining(before))
  await other.drop()
})

test('what is more than may be kept goes by whole days, the oldest first, and never the present one', async () => {
  const other = await createTestDatabase()
  const now = Date.UTC(2026, 10, 21, 12)
  const instants = [3, 2, 1].map((days) => now - days * DAY_MS)
  await maintainPartitions(other.db, { now, days: 30, instants })
  await maintainPartitions(other.db, { now, days: 30, maxBytes: Number.MAX_SAFE_INTEGER })
  expect((await partitionsOf(other))[0]).toBe('ejecuciones_20261118')
  const { bytes } = await measureHistory(other.db)
  await maintainPartitions(other.db, { now, days: 30, maxBytes: bytes - 1 })
  expect((await partitionsOf(other))[0]).toBe('ejecuciones_20261119')
  await maintainPartitions(other.db, { now, days: 30, maxBytes: 1 })
  expect((await partitionsOf(other))[0]).toBe('ejecuciones_20261121')
  await other.drop()
})
