import type { Logger } from 'pino'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import type { RunningPostgres } from '../postgres/programs.ts'

/** The embedded database, started again when it ends by itself. */
export interface KeptPostgres {
  url: string
  /** Settles when it ended and could not be started again. */
  lost: Promise<Error>
  stop(): Promise<void>
}

export async function keepPostgres(options: { dataDir: string; log: Logger }): Promise<KeptPostgres> {
  const { dataDir, log } = options
  let current = await startEmbeddedPostgres({ dataDir })
  const lost = Promise.withResolvers<Error>()
  let restarting: Promise<void> | undefined

  async function restart(error: Error): Promise<void> {
    log.error({ err: error }, 'the embedded PostgreSQL ended; it is started again')
    try {
      // On the same socket: whoever lost a connection finds it at the next one.
      watch(await startEmbeddedPostgres({ dataDir }))
    } catch (cause) {
      lost.resolve(cause instanceof Error ? cause : new Error(String(cause)))
    }
  }

  function watch(postgres: RunningPostgres) {
    current = postgres
    postgres.crashed.then((error) => {
      restarting = restart(error)
    })
  }
  watch(current)

  return {
    url: current.url,
    lost: lost.promise,
    async stop() {
      await restarting
      await current.stop()
    },
  }
}
