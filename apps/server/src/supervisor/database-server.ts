import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { lockDataFolder } from '../postgres/data-lock.ts'
import { keepPostgres } from './keep-postgres.ts'

/** Where our database is; when it is the embedded one, running until it is closed. */
export interface DatabaseServer {
  url: string
  /** Settles when it is gone for good. */
  lost: Promise<Error>
  close(): Promise<void>
}

export async function openDatabaseServer(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Logger,
): Promise<DatabaseServer> {
  // A database server of somebody else comes and goes; its clients wait for it.
  if (databaseUrl !== undefined) return { url: databaseUrl, lost: new Promise(() => {}), async close() {} }
  const lock = await lockDataFolder(dataDir)
  try {
    const postgres = await keepPostgres({ dataDir, log })
    return {
      url: postgres.url,
      lost: postgres.lost,
      async close() {
        await postgres.stop()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}
