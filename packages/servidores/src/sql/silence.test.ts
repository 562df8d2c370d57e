import { EjecucionCancelada, LIMITS, monotonicNow } from '@div/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  callContext,
  hasMariadb,
  openMariadb,
  openPostgresql,
  openSilentWay,
  type SilentWay,
  type TestDatabase,
  type TestSession,
} from './testing.ts'

const SYSTEMS = [
  { nombre: 'PostgreSQL', open: openPostgresql, skip: false },
  {
    nombre: 'MariaDB (skipped unless 127.0.0.1:3306 answers)',
    open: openMariadb,
    skip: !(await hasMariadb()),
  },
]

const LIMITS_HERE = { ...LIMITS, conexionMs: Number(LIMITS.conexionMs), cancelacionMs: 50 }
/** How long a connection that fell silent is waited for; until then the machine may take its time. */
const SILENCE_MS = 100

describe.each(SYSTEMS)('$nombre, when the server falls silent', ({ open, skip }) => {
  let database: TestDatabase
  let way: SilentWay
  let session: TestSession

  beforeAll(async () => {
    if (!skip) database = await open()
  })
  afterAll(() => database?.drop())
  beforeEach(async () => {
    if (skip) return
    if (!database.address) throw new Error('the database has no server')
    way = await openSilentWay(database.address)
    session = await database.connect(way.config, { limits: LIMITS_HERE })
    await session.sql('select 1 as uno')
  })
  afterEach(() => way?.close())

  test.skipIf(skip)('a call ends with its time, and the connection is not used again', async () => {
    way.fallSilent()
    const call = session.sql('select 2 as dos', {}, callContext({ deadline: monotonicNow() + 50 }))
    await expect(call).rejects.toMatchObject({ codigo: 'TIEMPO_AGOTADO' })
    expect(session.connection.usable).toBe(false)
  })

  test.skipIf(skip)('the connection test and browsing end when they are told to', async () => {
    const { connection } = session
    way.fallSilent()
    const reason = new EjecucionCancelada()
    await expect(connection.ping(abortSoon(reason))).rejects.toBe(reason)
    const other = await openSilentWay(database.address ?? way.config)
    const { connection: second } = await database.connect(other.config, { limits: LIMITS_HERE })
    other.fallSilent()
    await expect(second.listObjetos({ limite: 10 }, abortSoon(reason))).rejects.toBe(reason)
    await other.close()
  })

  test.skipIf(skip).each(['commit', 'rollback'] as const)('%s ends in a named failure', async (end) => {
    const limits = { ...LIMITS_HERE }
    const { connection } = await database.connect(way.config, { limits })
    await connection.begin('lecturaConfirmada')
    way.fallSilent()
    limits.conexionMs = SILENCE_MS
    await expect(connection[end]()).rejects.toMatchObject({ codigo: 'SERVIDOR_NO_RESPONDE' })
    expect(connection.usable).toBe(false)
  })

  test.skipIf(skip)('a cursor that is left early is not waited for', async () => {
    const limits = { ...LIMITS_HERE }
    const { connection, stream } = await database.connect(way.config, { limits })
    const many = Array.from({ length: 600 }, (_each, n) => `select ${n} as n`).join(' union all ')
    const left = async () => {
      for await (const batch of stream(many)) {
        expect(batch).toHaveLength(500)
        way.fallSilent()
        limits.conexionMs = SILENCE_MS
        break
      }
    }
    await left().catch((error: unknown) => expect(error).toMatchObject({ codigo: 'TIEMPO_AGOTADO' }))
    expect(connection.usable).toBe(false)
  })

  test.skipIf(skip)('closing does not wait for it, and who waits for an answer hears of it', async () => {
    const { connection } = session
    way.fallSilent()
    const begin = expect(connection.begin('lecturaConfirmada')).rejects.toMatchObject({
      codigo: 'SERVIDOR_NO_RESPONDE',
    })
    await connection.close()
    await begin
  })
})

function abortSoon(reason: Error): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(reason), 30)
  return controller.signal
}
