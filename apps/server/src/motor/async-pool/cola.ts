import { AppError, BaseDeDatosLlena, ColaLlena, ColaNoDisponible, type Limits } from '@div/contract'
import type { EsperaDeNodo } from '@div/engine'
import { type Kysely, sql } from 'kysely'
import type { Db, Job, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { isDiskFull } from '../../db/is-disk-full.ts'
import type { Listener } from '../../db/listener.ts'
import type { Database } from '../../db/tables.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import { createEsperas } from '../durables/esperas.ts'
import { layDown, listAnswered, listAsleep, replaceEsperas } from '../durables/esperas-repository.ts'
import { holdAttempts } from '../durables/puntos-repository.ts'
import { groupWrites } from '../group-writes.ts'
import type { Apartados } from '../history/apartados.ts'
import type { Aceptado } from './aceptado.ts'
import { attemptOf, type Settled } from './attempt.ts'
import { createAvisos } from './avisos.ts'
import { ALERTAS, createBoss, EJECUCIONES } from './boss.ts'
import { createDeliveries } from './deliveries.ts'
import { createEndRuns } from './end-runs.ts'
import { createEsperaDeFin } from './espera-de-fin.ts'
import { giveBack } from './give-back.ts'
import { keepOrder } from './keep-order.ts'
import { causaDePerdida, createPerdidas, type HistoriaDePerdidas } from './perdidas.ts'
import { findRespuesta, purgeRespuestas } from './respuestas-repository.ts'
import { describeLost, describeUnended, findAsleep, lostRespuesta, type Situacion } from './situacion.ts'
import { createTellEnds } from './tell-ends.ts'
import { through } from './through.ts'
import type { Trabajo } from './trabajo.ts'
import { giveTurnos, grupoOf } from './turnos.ts'
import { isFound, newestOf, type WaitingFilter } from './waiting-filter.ts'

export interface ColaDeps {
  db: Kysely<Database>
  databaseUrl: string
  secretos: Pick<Secretos, 'derive' | 'senalesDeAntes'>
  listener: Pick<Listener, 'on'>
  /** In force now. */
  limits(): LimitsOfCola
  /** Canales and procesos of which only so many runs may be under way. */
  acotados(): ReadonlySet<string>
  historia: HistoriaDePerdidas
  apartados: Pick<Apartados, 'putAside'>
  log: Pick<Logger, 'warn'>
}

type LimitsOfCola = Pick<
  Limits,
  | 'colaEjecuciones'
  | 'ejecucionDurableMs'
  | 'compensacionMs'
  | 'puntoDeControlBytes'
  | 'puntoEnFilaBytes'
  | 'respuestaAsincronaHoras'
  | 'intentosPerdidos'
  | 'avisoIntentos'
  | 'avisoMs'
>

/** A run of which all that is left waits. */
export interface Dormida {
  job: Job<Trabajo>
  intento: number
  esperas: readonly EsperaDeNodo[]
}

/** Tells the workers that something waits. */
const CHANNEL = 'div_cola'
const RETRY_SECONDS = 1
/** How old the number of waiting runs may be, by which further ones are refused. */
const COUNT_EVERY_MS = 1_000
/** What a run may take beyond its own time, to be written down. */
export const MARGIN_SECONDS = 60
/** The queue takes no longer one. */
const MAX_SECONDS = 86_400

export type Cola = ReturnType<typeof createCola>

/** Runs that wait for a worker: any process accepts them, any worker takes them. It begins with its first use. */
export function createCola({
  db,
  databaseUrl,
  secretos,
  listener,
  limits,
  acotados,
  historia,
  apartados,
  log,
}: ColaDeps) {
  const { boss, prepared, close } = createBoss(databaseUrl, log)
  const inserting = prepared('aceptar')
  let starting: Promise<PgBoss> | undefined
  let awaken: () => void = () => {}
  let heard = 0
  const hear = () => {
    heard++
    awaken()
  }
  listener.on(CHANNEL, { hear, connected: hear })

  function started(): Promise<PgBoss> {
    starting ??= boss.start().catch((error: unknown) => {
      // A database that is away: the next use tries again.
      starting = undefined
      throw error
    })
    return starting
  }

  async function insert(aceptados: readonly Aceptado[], through: Db = inserting): Promise<void> {
    const queue = await started()
    const jobs = aceptados.map(({ idEjecucion: id, trabajo, prioridad = 0 }) => {
      const group = grupoOf(trabajo, acotados())
      return {
        id,
        data: trabajo,
        priority: prioridad,
        expireInSeconds: Math.min(
          MAX_SECONDS,
          Math.ceil(longestMs(trabajo, limits()) / 1_000) + MARGIN_SECONDS,
        ),
        retryLimit: limits().intentosPerdidos,
        ...(group && { group }),
      }
    })
    await queue.insert(EJECUCIONES, jobs, { db: through })
  }

  let isTelling = false
  let hasMore = false
  /** What is stored while workers are being told goes with the next telling: each is a commit of its own. */
  function tell(): void {
    hasMore = true
    if (!isTelling) void tellAll()
  }

  async function tellAll(): Promise<void> {
    isTelling = true
    while (hasMore) {
      hasMore = false
      await sql`select pg_notify(${CHANNEL}, '')`.execute(db).catch((error: unknown) => {
        log.warn({ err: error }, 'workers not told: they look by themselves')
      })
    }
    isTelling = false
  }

  let waiting = 0
  let countedAt = Number.NEGATIVE_INFINITY
  let counting: Promise<void> = Promise.resolve()
  /** Counted now and then, and off the path of whoever is being accepted. */
  function countWaiting(): void {
    const now = performance.now()
    if (now - countedAt < COUNT_EVERY_MS) return
    countedAt = now
    counting = sql<{ waiting: number }>`
      select count(*)::int as waiting from (
        select from cola.job where name = ${EJECUCIONES} and state < 'active' limit ${limits().colaEjecuciones}
      ) as counted`
      .execute(db)
      .then(({ rows }) => {
        waiting = rows[0]?.waiting ?? 0
      })
      .catch((error: unknown) => log.warn({ err: error }, 'queue not counted'))
  }

  /** Being stored just now. */
  let entering = 0
  const isFull = () => waiting + entering >= limits().colaEjecuciones

  async function hasRoom(): Promise<boolean> {
    countWaiting()
    // What was counted last may be long over.
    if (isFull()) await counting
    return !isFull()
  }

  const colaLlena = () =>
    new ColaLlena({ segundos: RETRY_SECONDS }, { extra: { reintentarEnSegundos: RETRY_SECONDS } })

  /** Throws ColaLlena. */
  async function expectRoom(): Promise<void> {
    if (!(await hasRoom())) throw colaLlena()
  }

  /** Takes a place for as long as `write` takes. Throws ColaLlena. */
  async function enter(write: () => Promise<void>): Promise<void> {
    await hasRoom()
    // With nothing awaited in between, so that of a crowd each sees those before.
    if (isFull()) throw colaLlena()
    entering++
    try {
      await write()
    } finally {
      entering--
    }
  }

  const store = groupWrites<Aceptado, undefined>(async (aceptados) => {
    await insert(aceptados)
    waiting += aceptados.length
    tell()
    return aceptados.map(() => undefined)
  }, sizeOf)

  async function storeBeside(
    aceptado: Aceptado,
    beside: (trx: Kysely<Database>) => Promise<void>,
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await beside(trx)
      await insert([aceptado], through(trx))
    })
    waiting++
    tell()
  }

  /** Of a run that the queue does not hold: it sleeps, or was lost. */
  async function findOutside(id: string): Promise<Situacion | undefined> {
    const asleep = await findAsleep(db, id)
    if (asleep) return asleep
    const perdida = await perdidas.find(id)
    return perdida && describeLost(perdida)
  }

  /** The row of pg-boss. */
  async function findJob(id: string): Promise<JobWithMetadata<Trabajo> | undefined> {
    const queue = await started()
    const [job] = await queue.findJobs<Trabajo>(EJECUCIONES, { id })
    return job
  }

  function logLate(dormidas: readonly Dormida[], held: ReadonlySet<string>): void {
    for (const { job, intento } of dormidas) {
      if (held.has(job.id)) continue
      log.warn({ idEjecucion: job.id, intento }, 'late waits of a run that another attempt has')
    }
  }

  async function acceptIn(trx: Kysely<Database>, aceptados: readonly Aceptado[]): Promise<void> {
    await insert(aceptados, through(trx))
    await keepOrder(trx, aceptados)
  }

  const avisos = createAvisos({ db, started, limits })
  const fines = createEsperaDeFin({
    listener,
    find: async (id) => (await findRespuesta(db, id)) ?? ((await findAsleep(db, id)) ? null : undefined),
    log,
  })
  const esperas = createEsperas({ db, secretos, limits: limits(), cola: { acceptIn, tell } })
  const perdidas = createPerdidas({ db, started, acceptIn, announce: avisos.announce, historia })
  const tellEnds = createTellEnds({ avisos, fines, limits })

  return {
    ...createEndRuns({ db, started, tellEnds, esperas, apartados, tell, limits, log }),
    perdidas,
    avisos,
    alertas: createDeliveries<{ entregaId: string }>(ALERTAS, started),
    esperas,

    /**
     * Resolves once the run is on disk, with what is stored `beside` it: both or none. Throws ColaLlena, BaseDeDatosLlena, what
     * `beside` throws, and ColaNoDisponible: then nobody knows whether it is.
     */
    async accept(
      aceptado: Aceptado,
      beside: ((trx: Kysely<Database>) => Promise<void>) | null = null,
    ): Promise<void> {
      try {
        await enter(() => (beside ? storeBeside(aceptado, beside) : store(aceptado)))
      } catch (cause) {
        if (cause instanceof AppError) throw cause
        if (isDiskFull(cause)) throw new BaseDeDatosLlena(undefined, { cause })
        const extra = { reintentarEnSegundos: RETRY_SECONDS }
        throw new ColaNoDisponible({ segundos: RETRY_SECONDS }, { cause, extra })
      }
    },

    /** As part of a transaction that stores more; `tell` when it is committed. Whoever may wait asks `hasRoom` before, who may not `expectRoom`. */
    acceptIn,
    hasRoom,
    expectRoom,
    tell,

    /** Undefined: it was never accepted, or its answer has expired. */
    async find(id: string): Promise<Situacion | undefined> {
      const respuesta = await findRespuesta(db, id)
      if (respuesta) return { estado: respuesta.estado, canalId: respuesta.canalId, respuesta }
      const job = await findJob(id)
      if (!job) return findOutside(id)
      const unended = describeUnended(job)
      if (unended) return unended
      const { canalId } = job.data
      if (job.state === 'failed') {
        // Without its letter, somebody has decided what becomes of it.
        const terminada = job.completedOn ?? new Date()
        const causa = causaDePerdida(job.retryCount + 1, null)
        const respuesta = lostRespuesta({ id, canalId, terminada }, causa)
        return (await findOutside(id)) ?? { estado: 'error', canalId, respuesta }
      }
      // It ended between the two looks, or is a firing, whose answer nobody waits for.
      const late = (await findRespuesta(db, id)) ?? null
      const estado = job.state === 'cancelled' ? 'cancelada' : 'ok'
      return { estado: late?.estado ?? estado, canalId, respuesta: late }
    },

    /** The answer of an accepted run once it has ended, undefined: not within so many milliseconds. To be asked for before it is accepted. */
    waitFor: fines.waitFor,

    /** Of these runs those that have not ended, and whether a worker has them or they sleep. */
    async listUnended(
      ids: readonly string[],
      inside: Kysely<Database> = db,
    ): Promise<ReadonlyMap<string, 'en_cola' | 'ejecutando' | 'esperando'>> {
      if (ids.length === 0) return new Map()
      const { rows } = await sql<{ id: string; estado: 'en_cola' | 'ejecutando' | 'esperando' }>`
        select id, case when state = 'active' then 'ejecutando' else 'en_cola' end as estado from cola.job
        where name = ${EJECUCIONES} and id = any(${ids}::uuid[]) and state <= 'active'
        union all
        select id, 'esperando' from ejecuciones_durables where id = any(${ids}::uuid[]) and dormida`.execute(
        inside,
      )
      return new Map(rows.map(({ id, estado }) => [id, estado]))
    },

    /** Those that wait, newest first, from one of them on. */
    async listWaiting(
      { desde, hasta, procesoId, canalId, version, origen, busquedas = [] }: WaitingFilter,
      { limite, cursor }: { limite: number; cursor: { id: string; inicio: Date } | null },
    ): Promise<{ id: string; aceptada: Date; trabajo: Trabajo }[]> {
      const wanted = JSON.stringify({ procesoId, canalId, version, origen })
      // To the millisecond, as a cursor has it.
      const aceptada = sql`date_trunc('milliseconds', created_on)`
      const conditions = [
        sql`name = ${EJECUCIONES} and state < 'active'`,
        ...(desde ? [sql`created_on >= ${desde}`] : []),
        ...(hasta ? [sql`created_on < ${hasta}`] : []),
        ...(cursor ? [sql`(${aceptada}, id) < (${cursor.inicio}, ${cursor.id}::uuid)`] : []),
      ]
      const columns = sql`id, created_on, data`
      const among =
        busquedas.length === 0
          ? sql`(select ${columns} from cola.job where ${sql.join(conditions, sql` and `)})`
          : newestOf({
              table: sql`cola.job`,
              columns,
              moment: sql`created_on`,
              data: sql`data`,
              conditions,
            })
      const found = [sql`data @> ${wanted}::jsonb`, ...busquedas.map((busqueda) => isFound('data', busqueda))]
      const { rows } = await sql<{ id: string; aceptada: Date; trabajo: Trabajo }>`
        select id, created_on as aceptada, data as trabajo from ${among} as vista where ${sql.join(found, sql` and `)}
        order by ${aceptada} desc, id desc limit ${limite}`.execute(db)
      return rows
    },

    /** Those that sleep, those that began last first, from one of them on. */
    listAsleep: (filter: WaitingFilter, page: Parameters<typeof listAsleep>[2]) =>
      listAsleep(db, filter, page),

    /** Takes up to so many runs for a worker. */
    async fetch(count: number): Promise<Job<Trabajo>[]> {
      const queue = await started()
      await giveTurnos(count).execute(db)
      return queue.fetch<Trabajo>(EJECUCIONES, { batchSize: count })
    },

    /** As if they had not been fetched. */
    async giveBack(jobs: readonly Job<Trabajo>[]): Promise<void> {
      await giveBack(await started(), EJECUCIONES, jobs)
      tell()
    },

    /** Tells that these are still being run. Answers those that are not this worker's any more. */
    async touch(jobs: readonly Job<Trabajo>[]): Promise<readonly Job<Trabajo>[]> {
      const queue = await started()
      const { settled = [] } = (await queue.touch(EJECUCIONES, jobs.map(attemptOf))) as Settled
      const kept = new Set(settled)
      return jobs.filter(({ id }) => !kept.has(id))
    },

    /** Takes runs that sleep out of the queue, with what they wait for. Of one that another worker has by now nothing is kept. */
    async sleep(dormidas: readonly Dormida[]): Promise<void> {
      const queue = await started()
      await db.transaction().execute(async (trx) => {
        const held = await holdAttempts(
          trx,
          dormidas.map(({ job: { id }, intento }) => ({ id, intento })),
        )
        logLate(dormidas, held)
        const entries = dormidas.flatMap(({ job }) => (held.has(job.id) ? attemptOf(job) : []))
        if (entries.length === 0) return
        const laid = await layDown(trx, entries, EJECUCIONES)
        const ours = dormidas.filter(({ job }) => laid.has(job.id))
        if (ours.length === 0) return
        const ids = ours.map(({ job }) => job.id)
        await replaceEsperas(
          trx,
          ids,
          ours.flatMap(({ job, esperas: all }) => all.map((espera) => ({ ...espera, ejecucionId: job.id }))),
        )
        await queue.deleteJob(
          EJECUCIONES,
          ours.map(({ job }) => attemptOf(job)),
          { db: through(trx) },
        )
        const answered = await listAnswered(trx, ids)
        if (answered.length > 0) await esperas.wake(trx, answered)
        // Whoever waits for an answer does not wait for a person or a signal.
        const long = ours.filter(({ esperas: all }) => all.some(({ pedida }) => pedida.clase !== 'tiempo'))
        await fines.tell(
          trx,
          long.flatMap(({ job }) => (job.data.espera ? job.id : [])),
        )
      })
      tell()
    },

    /** Whenever something may have been accepted. */
    onAccepted(listening: () => void): void {
      awaken = listening
    },

    /** How often something may have been accepted since this process began: another number says that more may wait. */
    countAccepted: () => heard,

    purge: () => purgeRespuestas(db),

    close,
  }
}

function sizeOf({ bytes = 0 }: Aceptado): number {
  return bytes
}

/** How long one attempt of it may take. */
function longestMs(
  { tiempoMaximoMs }: Trabajo,
  { ejecucionDurableMs, compensacionMs }: Pick<LimitsOfCola, 'ejecucionDurableMs' | 'compensacionMs'>,
): number {
  return Math.max(tiempoMaximoMs, ejecucionDurableMs) + compensacionMs
}
