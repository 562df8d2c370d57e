import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openDatabaseServer } from './database-server.ts'
import { migrateOnly } from './prepare-database.ts'

/** Brings the database to this version and ends, however long that takes. Answers what was done, for whoever ran the command. */
export async function migrateCommand({ config, log }: { config: Config; log: Logger }): Promise<string> {
  const database = await openDatabaseServer(config, log)
  try {
    const applied = await migrateOnly(config, database.url)
    return applied.length === 0
      ? 'La base de datos ya está al día.'
      : `La base de datos está al día. Migraciones aplicadas: ${applied.join(', ')}.`
  } finally {
    await database.close()
  }
}
