import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from '../db/tables.ts'
import type { Runtime } from '../motor/runtime.ts'
import type { Secretos } from '../secretos/secretos.ts'

/** What the rooms of the administration API are built on. */
export interface ApiDeps {
  db: Kysely<Database>
  config: Config
  secretos: Secretos
  runtime: Runtime
  log: Logger
}
