import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS, type Limits, type Role } from '@div/contract'
import type { LightMyRequestResponse } from 'fastify'
import { type Logger, pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { readConfig } from '../config.ts'
import { createTestDatabase } from '../db/testing.ts'
import { createRuntime } from '../motor/runtime.ts'
import { createSecretos } from '../secretos/secretos.ts'
import { fillDatabase } from '../supervisor/fill-database.ts'
import { hashPassword } from './access/password.ts'
import { insertUsuario } from './access/usuarios-repository.ts'
import { type Api, buildApi } from './api.ts'
import type { ApiDeps } from './api-deps.ts'
import { expectDeclaredAnswer } from './testing-answers.ts'

export const PASSWORD = 'contraseña de prueba'

interface CallOptions {
  body?: object | string
  token?: string | undefined
  headers?: Record<string, string>
  /** Of whoever asks. */
  address?: string
}

export interface WholeApi extends Api {
  deps: Pick<ApiDeps, 'db' | 'secretos'>
  dataDir: string
  /** Throws when an answer that goes well is not what its route declares. */
  call(method: string, url: string, options?: CallOptions): Promise<LightMyRequestResponse>
  addUsuario(username: string, role: Role): Promise<{ id: string }>
  /** The answer of the login; signs in from an address of its own. */
  signIn(username: string, password?: string): Promise<{ token: string; refresh_token: string }>
  close(): Promise<void>
}

/** The whole API as `main` builds it, on a database of its own. */
export async function startWholeApi(
  options: {
    limits?: Partial<Limits>
    log?: Logger
    env?: Record<string, string>
    /** With what a first start brings along: the built-in servidor and the sample shop. */
    conTienda?: boolean
  } = {},
): Promise<WholeApi> {
  const database = await createTestDatabase()
  const { db } = database
  const dataDir = await mkdtemp(join(tmpdir(), 'div-api-'))
  const limits: Limits = { ...LIMITS, ...options.limits }
  const log = options.log ?? pino({ level: 'silent' })
  const secretos = await createSecretos({ db, masterKey: randomBytes(32) })
  const carpeta = join(dataDir, 'archivos')
  await mkdir(carpeta)
  const runtime = await createRuntime({
    db,
    databaseUrl: database.url,
    secretos,
    limits,
    carpetaArchivos: [carpeta],
    zonaHoraria: 'UTC',
    nodoMotor: 'prueba',
    log,
  })
  const config = { ...readConfig({ DIV_DATA_DIR: dataDir, DIV_MOTOR_PORT: '1', ...options.env }), limits }
  if (options.conTienda) {
    const start = { ...config, sqliteDirs: [carpeta], samples: true }
    await fillDatabase({ db, secretos, config: start })
  }
  const api = await buildApi({ db, config, secretos, runtime, log })
  let addresses = 0

  const call: WholeApi['call'] = async (method, url, { body, token, headers, address } = {}) => {
    const answer = await api.app.inject({
      // inject knows the methods by name; a test may try others.
      method: method as 'GET',
      url,
      ...(address !== undefined && { remoteAddress: address }),
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body }),
    })
    expectDeclaredAnswer(api.routes, { method, url }, answer)
    return answer
  }

  return {
    ...api,
    deps: { db, secretos },
    dataDir,
    call,
    async addUsuario(username, role) {
      const passwordHash = await hashPassword(PASSWORD)
      return db.transaction().execute((trx) =>
        insertUsuario(trx, {
          id: uuid(),
          username,
          email: `${username}@prueba.es`,
          role,
          activo: true,
          passwordHash,
          actualizadoPor: null,
        }),
      )
    },
    async signIn(username, password = PASSWORD) {
      const address = `10.0.0.${++addresses}`
      const answer = await call('POST', '/api/auth/login', { body: { username, password }, address })
      return answer.json()
    },
    async close() {
      await api.app.close()
      await runtime.close()
      await database.drop()
      await rm(dataDir, { recursive: true })
    },
  }
}
