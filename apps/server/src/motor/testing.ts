import { randomBytes } from 'node:crypto'
import {
  type Asignacion,
  type Canal,
  canalSchema,
  type Flujo,
  LIMITS,
  type Limits,
  type Proceso,
} from '@div/contract'
import { type Logger, pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { openDatabase } from '../db/database.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { sealParts } from '../secretos/canal-secrets.ts'
import { createSecretos, type Secretos } from '../secretos/secretos.ts'
import { createRunMeter } from './metrics/run-meter.ts'
import { buildMotor, type Motor, type MotorRegister } from './motor.ts'
import type { TokenVerifier } from './publishing/access.ts'
import { createRuntime, type Runtime, type RuntimeDeps } from './runtime.ts'

/** A motor on a free port over a database of its own, for tests that call it as the outside does. */
export interface TestMotor {
  url: string
  database: TestDatabase
  runtime: Runtime
  secretos: Secretos
  motor: Motor
  /** Publishes the flujo as version 1 of a proceso of its own; answers its id. */
  publishProceso(flujo: Flujo, modo?: Proceso['modo']): Promise<string>
  publishVersion(procesoId: string, version: number, flujo: Flujo, modo?: Proceso['modo']): Promise<void>
  /** Makes a canal, of REST where nothing else is said; the motor answers with it when this resolves. */
  publishCanal(
    canal: Partial<Canal> & { ruta: string },
    asignaciones: readonly AsignacionDePrueba[],
  ): Promise<string>
  close(): Promise<void>
}

type AsignacionDePrueba = Pick<Asignacion, 'procesoId' | 'metodo' | 'ruta' | 'operacion' | 'etag'> & {
  version?: number
}

export interface TestMotorOptions {
  limits?: Partial<Limits>
  tokens?: TokenVerifier
  trustedProxies?: readonly string[]
  mcpOrigins?: readonly string[]
  onSecretInUse?: NonNullable<RuntimeDeps['onSecretInUse']>
  /** Silent where nothing is said. */
  log?: Logger
  /** Where the motor reaches its database; the test itself goes straight there. */
  reach?: (databaseUrl: string) => Promise<string>
  /** What stands beside the canales on the port. */
  registers?: (deps: { db: TestDatabase['db']; secretos: Secretos }) => readonly MotorRegister[]
}

const NO_TOKENS: TokenVerifier = { verify: () => null }

export async function startTestMotor({
  limits,
  tokens = NO_TOKENS,
  trustedProxies = [],
  mcpOrigins = [],
  onSecretInUse = () => undefined,
  log = pino({ level: 'silent' }),
  reach = async (databaseUrl) => databaseUrl,
  registers = () => [],
}: TestMotorOptions = {}): Promise<TestMotor> {
  const database = await createTestDatabase()
  const { db } = database
  const databaseUrl = await reach(database.url)
  const runtimeDb = openDatabase(databaseUrl)
  const allLimits = { ...LIMITS, ...limits }
  const secretos = await createSecretos({ db, masterKey: randomBytes(32) })
  const runtime = await createRuntime({
    db: runtimeDb,
    databaseUrl,
    secretos,
    limits: allLimits,
    carpetaArchivos: [],
    zonaHoraria: 'UTC',
    nodoMotor: 'prueba',
    onSecretInUse,
    log,
  })
  const meter = createRunMeter({
    activas: () => 0,
    historial: () => ({ pendientes: 0, descartadas: 0, sinDatos: 0 }),
    pools: () => [],
  })
  const motor = await buildMotor({
    runtime,
    meter,
    tokens,
    limits: allLimits,
    trustedProxies,
    mcpOrigins,
    log,
    registers: registers({ db, secretos }),
  })
  const port = await motor.listen({ host: '127.0.0.1', port: 0 })

  async function publishVersion(
    procesoId: string,
    version: number,
    flujo: Flujo,
    modo: Proceso['modo'] = 'memoria',
  ) {
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('procesoVersiones')
        .values({
          procesoId,
          version,
          modo,
          flujo: JSON.stringify(flujo),
          nota: '',
          publicadaPor: null,
        })
        .execute()
      await trx
        .updateTable('procesos')
        .set({ versionPublicada: version })
        .where('id', '=', procesoId)
        .execute()
    })
  }

  return {
    url: `http://127.0.0.1:${port}`,
    database,
    runtime,
    secretos,
    motor,
    publishVersion,
    async publishProceso(flujo, modo = 'memoria') {
      const id = uuid()
      await db
        .insertInto('procesos')
        .values({
          id,
          nombre: `Proceso ${id}`,
          descripcion: '',
          categoriaId: null,
          modo,
          flujo: JSON.stringify(flujo),
          versionPublicada: null,
          actualizadoPor: null,
        })
        .execute()
      await publishVersion(id, 1, flujo, modo)
      return id
    },
    async publishCanal(changes, asignaciones) {
      const canal = canalSchema.parse({ nombre: `Canal ${changes.ruta}`, tipo: 'REST', ...changes })
      const id = uuid()
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('canales')
          .values({
            ...canal,
            id,
            acceso: JSON.stringify(canal.acceso),
            limite: JSON.stringify(canal.limite),
            cors: JSON.stringify(canal.cors),
            aviso: JSON.stringify(sealParts(canal, { id, before: undefined, secretos }).aviso),
            actualizadoPor: null,
          })
          .execute()
        for (const [orden, { procesoId, version, metodo, ruta, operacion, etag }] of asignaciones.entries()) {
          await trx
            .insertInto('canalProcesos')
            .values({
              canalId: id,
              orden,
              procesoId,
              version: version ?? null,
              metodo: metodo ?? null,
              ruta: ruta ?? null,
              operacion: operacion ?? null,
              etag: etag ?? false,
            })
            .execute()
        }
      })
      await runtime.definitions.catchUp()
      return id
    },
    async close() {
      await motor.close()
      await runtimeDb.destroy()
      await database.drop()
    },
  }
}
