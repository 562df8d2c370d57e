import { AppError } from '@div/contract'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { PartNotStarted } from './child-life.ts'
import { type DatabaseServer, openDatabaseServer } from './database-server.ts'
import { describeFirstAdmin, describeStart } from './describe-start.ts'
import { launchParts, type Parts } from './launch-parts.ts'
import { refuseTakenPort } from './listen-on.ts'
import { prepareDatabase } from './prepare-database.ts'
import { listenForStop } from './stop-request.ts'

export interface SupervisorOptions {
  config: Config
  log: Logger
  /** The file that runs a part when its name is the first argument. */
  main: string
  startedByNpm: boolean
  /** Where what a person reads goes, line by line. */
  print(text: string): void
}

/**
 * Starts everything in order, keeps it running and ends it in order: PostgreSQL if it is ours, then the api and the motor workers.
 * Answers the exit code.
 */
export async function runSupervisor({
  config,
  log,
  main,
  startedByNpm,
  print,
}: SupervisorOptions): Promise<number> {
  let parts: Parts | undefined
  let database: DatabaseServer | undefined
  const stop = listenForStop({ startedByNpm, onForce: () => parts?.kill() })
  try {
    if (config.role !== 'api') {
      const { host, motorPort: puerto } = config
      await refuseTakenPort({ host, puerto, ajuste: 'DIV_MOTOR_PORT' })
    }
    database = await openDatabaseServer(config, log)
    const password = await prepareDatabase(config, database.url)
    if (password !== null) print(describeFirstAdmin(config, password))
    parts = launchParts({ config, log, main, databaseUrl: database.url })
    process.on('SIGHUP', parts.restartWorkers)
    const ended = Promise.race([stop.requested, database.lost])
    const started = await Promise.race([parts.ready, ended])
    if (typeof started === 'object' && 'puertos' in started) print(describeStart(config, started.puertos))
    const reason = await ended
    if (reason instanceof Error) throw reason
    print('Deteniendo DIV: terminan las ejecuciones en curso…')
    return 0
  } catch (error) {
    const isForPeople = error instanceof AppError || error instanceof PartNotStarted
    if (!isForPeople) log.fatal({ err: error }, 'the product cannot run')
    print(isForPeople ? error.message : 'Error interno; el registro dice cuál.')
    return 1
  } finally {
    await parts?.stop()
    await database?.close()
  }
}
