import type { Limits } from '@div/contract'
import { type Db, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { openPool } from '../../db/database.ts'
import { turnosDe } from './turnos.ts'

/** Runs that were accepted and wait for a worker, or are with one. */
export const EJECUCIONES = 'ejecuciones'
/** Those whose workers kept dying. */
export const PERDIDAS = 'ejecuciones-perdidas'

/** Ends of runs that somebody wants to be told. */
export const AVISOS = 'avisos'
/** Those that were tried too often. */
export const AVISOS_FALLIDOS = 'avisos-fallidos'

/** Messages of alertas. */
export const ALERTAS = 'alertas'

/** Where pg-boss keeps its tables, apart from ours. */
const SCHEMA = 'cola'
const CONNECTIONS = 2
/** A connection on which nothing comes for so long is given up with what waits for it. */
const SILENCE_MS = 15_000
/** The least that pg-boss allows: who has not been heard of for so long has lost what it was running. */
const HEARTBEAT_SECONDS = 10
/** How often one of all workers looks for such. */
const SUPERVISE_SECONDS = 2
const DAY_SECONDS = 86_400
/** An accepted run waits as long as it must. */
const RETENTION_DAYS = 365
/** After how long a delivery that failed is tried again, and then twice as long, up to so long. */
const AVISO_SECONDS = 5
const AVISO_MOST_SECONDS = 3_600
/** How it ended is ours to keep. */
const ENDED_SECONDS = 3_600

interface Boss {
  boss: PgBoss
  /** For a statement that comes again and again with one text: each connection plans it once. */
  prepared(name: string): Db
  close(): Promise<void>
}

/**
 * The queue as one process sees it; once started it takes part in giving what died to others. A database that is away is no failure of it:
 * what is asked of the queue then fails by itself.
 */
export function createBoss(databaseUrl: string, log: Pick<Logger, 'warn'>): Boss {
  const pool = openPool(databaseUrl, {
    applicationName: 'div-cola',
    maxConnections: CONNECTIONS,
    silenceMs: SILENCE_MS,
  })
  const boss = new PgBoss({
    // Several statements in one text have several answers, as pg-boss expects of a pool of pg.
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: SCHEMA,
    schedule: false,
    supervise: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'queue'))
  boss.on('warning', ({ message, data }) => log.warn({ data }, message))
  let closing: Promise<void> | undefined
  async function end() {
    await boss.stop({ graceful: false })
    await pool.end()
  }
  return {
    boss,
    prepared: (name) => ({ executeSql: (text, values) => pool.query({ name, text, values: values ?? [] }) }),
    close() {
      closing ??= end()
      return closing
    },
  }
}

/** Makes the tables of the queue, or brings them to this version. One node at a time calls it. */
export async function prepareCola(
  databaseUrl: string,
  limits: Pick<Limits, 'perdidasDias' | 'avisosFallidosDias'>,
): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: SCHEMA,
    max: 1,
    schedule: false,
    supervise: false,
  })
  const failures: unknown[] = []
  boss.on('error', (error) => failures.push(error))
  await boss.start()
  try {
    await makeQueue(boss, PERDIDAS, keptFor(limits.perdidasDias))
    await makeQueue(boss, AVISOS_FALLIDOS, keptFor(limits.avisosFallidosDias))
    await makeQueue(boss, EJECUCIONES, {
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retentionSeconds: RETENTION_DAYS * DAY_SECONDS,
      deleteAfterSeconds: ENDED_SECONDS,
      deadLetter: PERDIDAS,
    })
    await makeQueue(boss, AVISOS, {
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retryDelay: AVISO_SECONDS,
      retryBackoff: true,
      retryDelayMax: AVISO_MOST_SECONDS,
      retentionSeconds: RETENTION_DAYS * DAY_SECONDS,
      deleteAfterSeconds: ENDED_SECONDS,
      deadLetter: AVISOS_FALLIDOS,
    })
    // What became of each is written into its own row.
    await makeQueue(boss, ALERTAS, {
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retryDelay: AVISO_SECONDS,
      retryBackoff: true,
      retryDelayMax: AVISO_MOST_SECONDS,
      retentionSeconds: RETENTION_DAYS * DAY_SECONDS,
      deleteAfterSeconds: ENDED_SECONDS,
    })
    for (const statement of [...CHEAP_WAITING, CHEAP_ACCEPTING, ...turnosDe(EJECUCIONES)])
      await boss.getDb().executeSql(statement)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/**
 * pg-boss looks every `SUPERVISE_SECONDS` for what has lost its worker, and counts every queue with it. Both read all that waits: a third
 * of a core for a million rows. The first looks for rows that are active, which have no index; the counts nobody asks for, and it puts
 * them off to the moment that it keeps for when they take too long.
 */
const CHEAP_WAITING = [
  // Asked for first: even one that is there already would wait for whoever writes, and hold up who comes after.
  `do $$ begin if to_regclass('${SCHEMA}.job_common_activas') is null then
    create index job_common_activas on ${SCHEMA}.job_common (name) where state = 'active'; end if; end $$`,
  `update ${SCHEMA}.version set monitor_backoff_on = '9999-12-31'`,
]

/**
 * That each row names queues which are there was asked of the database twice a row, as its transaction ended. Their names are the constants
 * above, and none is ever dropped. Asked for first, for the same reason.
 */
const CHEAP_ACCEPTING = `
  do $$ begin if exists (
      select from pg_constraint where conrelid = '${SCHEMA}.job_common'::regclass and conname in ('q_fkey', 'dlq_fkey')
    ) then
    alter table ${SCHEMA}.job_common drop constraint if exists q_fkey, drop constraint if exists dlq_fkey; end if; end $$`

type QueueOptions = NonNullable<Parameters<PgBoss['createQueue']>[1]>

/** As it is to be, also when an earlier version has made it. */
async function makeQueue(boss: PgBoss, name: string, options: QueueOptions): Promise<void> {
  await boss.createQueue(name, options)
  await boss.updateQueue(name, options)
}

/** Of dead letters: before and after a worker has told of them. */
function keptFor(days: number): QueueOptions {
  const seconds = days * DAY_SECONDS
  return { retentionSeconds: seconds, deleteAfterSeconds: seconds }
}
