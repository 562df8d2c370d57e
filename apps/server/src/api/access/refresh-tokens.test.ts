import { createHash, createHmac } from 'node:crypto'
import { SesionVencida } from '@div/contract'
import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../db/tables.ts'
import { createTestDatabase, type TestDatabase, untilWaiting } from '../../db/testing.ts'
import { createRefreshTokens, endSessions, type RefreshTokens, type Session } from './refresh-tokens.ts'
import { insertUsuario } from './usuarios-repository.ts'

const KEY = Buffer.alloc(32, 7)

let database: TestDatabase
let tokens: RefreshTokens

beforeAll(async () => {
  database = await createTestDatabase()
  tokens = createRefreshTokens({ db: database.db, key: KEY })
})
afterAll(() => database.drop())

async function openSession(): Promise<Session> {
  const id = uuid()
  return database.db.transaction().execute(async (trx) => {
    const account = { username: id, email: `${id}@prueba.es`, role: 'lectura', activo: true } as const
    await insertUsuario(trx, { id, ...account, passwordHash: 'x', actualizadoPor: null })
    return tokens.open(trx, id)
  })
}

async function countSessions(usuarioId: string): Promise<number> {
  const rows = await database.db
    .selectFrom('sesiones')
    .select('hash')
    .where('usuarioId', '=', usuarioId)
    .execute()
  return rows.length
}

const ENDS: [string, (trx: Transaction<Database>, session: Session) => Promise<unknown>][] = [
  ['signing out', (trx, { refreshToken }) => tokens.close(trx, refreshToken)],
  ['a new password', (trx, { usuarioId }) => endSessions(trx, usuarioId)],
]

describe.each(ENDS)('%s and a renewal at the same time leave no session', (_, end) => {
  test('when the session ends first', async () => {
    const session = await openSession()
    const ending = await database.db.startTransaction().execute()
    await end(ending, session)
    const renewal = tokens.rotate(session.refreshToken)
    renewal.catch(() => {})
    await untilWaiting(database.db, 1)
    await ending.commit().execute()
    await expect(renewal).rejects.toThrow(SesionVencida)
    expect(await countSessions(session.usuarioId)).toBe(0)
  })

  test('when the renewal comes first', async () => {
    const session = await openSession()
    // Somebody holds the place of the successor, so that the renewal stands still with its row unseen by others.
    const successor = createHmac('sha256', KEY).update(session.refreshToken).digest('base64url')
    const holder = await database.db.startTransaction().execute()
    await holder
      .insertInto('sesiones')
      .values({
        hash: createHash('sha256').update(successor).digest(),
        familia: uuid(),
        usuarioId: session.usuarioId,
        expiraEn: new Date(),
        reemplazadaEn: null,
      })
      .execute()
    const renewal = tokens.rotate(session.refreshToken)
    await untilWaiting(database.db, 1)
    const ending = database.db.transaction().execute((trx) => end(trx, session))
    await untilWaiting(database.db, 2)
    await holder.rollback().execute()
    await Promise.all([renewal, ending])
    expect(await countSessions(session.usuarioId)).toBe(0)
  })
})
