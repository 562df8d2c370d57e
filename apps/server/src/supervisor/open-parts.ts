import { hostname } from 'node:os'
import { AjusteInvalido } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { audit } from '../api/auditoria/audit.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import type { Database } from '../db/tables.ts'
import { waitAtMost } from '../db/wait-at-most.ts'
import type { Redactor } from '../motor/history/redactor.ts'
import type { SecretoEnUso } from '../motor/runtime/secret-uses.ts'
import { createRuntime, type Runtime } from '../motor/runtime.ts'
import { loadMasterKey } from '../secretos/master-key.ts'
import { createSecretos, type Secretos } from '../secretos/secretos.ts'

export interface PartOptions {
  config: Config
  log: Logger
  redactor: Redactor
  /** Which processes belong together: those of one supervisor. */
  nodo: string
}

export interface OpenParts {
  db: Kysely<Database>
  secretos: Secretos
  runtime: Runtime
  closeDatabase(): Promise<void>
}

const RUNTIME_CONNECTIONS = 4
/** Few as they are, none of them waits for ever; as long as one that nobody uses is kept. */
const RUNTIME_SILENCE_MS = 30_000
/** A process that ends closes its connections anyway. */
const FAREWELL_MS = 1_000

/** What the api and every motor open alike, over the database that the supervisor has prepared and named. */
export async function openParts(
  { config, log, redactor }: Omit<PartOptions, 'nodo'>,
  { applicationName, silenceMs = RUNTIME_SILENCE_MS }: { applicationName: string; silenceMs?: number },
): Promise<OpenParts> {
  const { databaseUrl } = config
  if (databaseUrl === undefined) throw new AjusteInvalido({ ajustes: ['DIV_DATABASE_URL: falta'] })
  const db = openDatabase(databaseUrl, { applicationName, silenceMs })
  const secretos = await createSecretos({ db, masterKey: await loadMasterKey(config) })
  const nodoMotor = `${hostname()}/${process.pid}`
  /** What a run uses its history tells; the audit tells which process uses secrets, and whose (security rule 21). */
  function auditUse({ recurso, id, nombre }: SecretoEnUso): void {
    const entry = {
      usuario: nodoMotor,
      accion: 'usar' as const,
      recurso,
      recursoId: id,
      detalle: { nombre },
    }
    db.transaction()
      .execute((trx) => audit(trx, entry))
      .catch((error: unknown) => log.error({ err: error, recurso, nombre }, 'use of a secret not audited'))
  }
  // Whoever holds a connection of the api's may wait for the runtime: it has others, or enough of them would wait for each other.
  const runtimeDb = openDatabase(databaseUrl, {
    applicationName,
    maxConnections: RUNTIME_CONNECTIONS,
    silenceMs: RUNTIME_SILENCE_MS,
  })
  const runtime = await createRuntime({
    db: runtimeDb,
    databaseUrl,
    secretos,
    limits: config.limits,
    otel: { start: config.otel, version: config.version },
    carpetaArchivos: config.sqliteDirs,
    zonaHoraria: config.zonaHoraria,
    nodoMotor,
    urlBase: config.urlBase,
    onSecretInUse: auditUse,
    log,
    redactor,
  })
  return {
    db,
    secretos,
    runtime,
    async closeDatabase() {
      await waitAtMost(FAREWELL_MS, Promise.all([runtimeDb.destroy(), db.destroy()]))
    },
  }
}
