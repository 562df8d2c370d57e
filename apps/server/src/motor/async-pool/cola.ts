import { ColaLlena, ColaNoDisponible, EjecucionCancelada, EjecucionPerdida, type Limits } from '@div/contract'
import type { EsperaDeNodo } from '@div/engine'
import { type Kysely, sql } from 'kysely'
import type { Db, Job, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Listener } from '../../db/listener.ts'
import type { Database } from '../../db/tables.ts'
import { PROBLEM_TYPE, problemOf } from '../../http/problem.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import { createEsperas } from '../durables/esperas.ts'
import { holdRun, layDown, listAnswered, listAsleep, storeEsperas } from '../durables/esperas-repository.ts'
import { endDurables, holdAttempts, listUnheld } from '../durables/puntos-repository.ts'
import { groupWrites } from '../group-writes.ts'
import { type Aceptado, ONE_BY_ONE } from './aceptado.ts'
import { createAvisos } from './avisos.ts'
import { createBoss, EJECUCIONES, PERDIDAS } from './boss.ts'
import { createEsperaDeFin } from './espera-de-fin.ts'
import { createPerdidas, type Perdida } from './perdidas.ts'
import { findRespuesta, purgeRespuestas, type Respuesta, storeRespuestas } from './respuestas-repository.ts'
import { through } from './through.ts'
import type { Trabajo } from './trabajo.ts'
import type { WaitingFilter } from './waiting-filter.ts'

export interface ColaDeps {
  db: Kysely<Database>
  databaseUrl: string
  secretos: Pick<Secretos, 'derive'>
  listener: Pick<Listener, 'on'>
  /** In force now. */
  limits(): LimitsOfCola
  log: Pick<Logger, 'warn'>
}

type LimitsOfCola = Pick<
  Limits,
  | 'colaEjecuciones'
  | 'ejecucionDurableMs'
  | 'puntoDeControlBytes'
  | 'respuestaAsincronaHoras'
  | 'intentosPerdidos'
  | 'avisoIntentos'
  | 'avisoMs'
>

/** Where an accepted run stands. */
export type Situacion =
  | {
      estado: 'en_cola' | 'ejecutando' | 'esperando'
      trabajo: Trabajo
      aceptada: Date
      iniciada: Date | null
    }
  | { estado: 'ok' | 'error' | 'cancelada'; canalId: string | null; respuesta: Respuesta | null }

/** A run of which all that is left waits. */
export interface Dormida {
  job: Job<Trabajo>
  intento: number
  esperas: readonly EsperaDeNodo[]
}

/** The end of a run. */
export interface Fin {
  job: Job<Trabajo>
  respuesta: Respuesta
  /** Of a durable one: the attempt that ended it. */
  intento: number | null
  /** It was refused before this attempt had a number: earlier ones may have begun it. */
  rechazada: boolean
}

/** Tells the workers that something waits. */
const CHANNEL = 'div_cola'
const RETRY_SECONDS = 1
/** How old the number of waiting runs may be, by which further ones are refused. */
const COUNT_EVERY_MS = 1_000
/** What a run may take beyond its own time, to be written down. */
const MARGIN_SECONDS = 60

export type Cola = ReturnType<typeof createCola>

/** Runs that wait for a worker: any process accepts them, any worker takes them. It begins with its first use. */
export function createCola({ db, databaseUrl, secretos, listener, limits, log }: ColaDeps) {
  const { boss, close } = createBoss(databaseUrl, log)
  let starting: Promise<PgBoss> | undefined
  let hear: () => void = () => {}
  listener.on(CHANNEL, { hear: () => hear(), connected: () => hear() })

  function started(): Promise<PgBoss> {
    starting ??= boss.start().catch((error: unknown) => {
      // A database that is away: the next use tries again.
      starting = undefined
      throw error
    })
    return starting
  }

  async function insert(aceptados: readonly Aceptado[], through?: Db): Promise<void> {
    const queue = await started()
    const jobs = aceptados.map(({ idEjecucion: id, trabajo, prioridad = 0, grupo }) => ({
      id,
      data: trabajo,
      priority: prioridad,
      expireInSeconds:
        Math.ceil(Math.max(trabajo.tiempoMaximoMs, limits().ejecucionDurableMs) / 1_000) + MARGIN_SECONDS,
      retryLimit: limits().intentosPerdidos,
      ...(grupo && { group: grupo }),
    }))
    await queue.insert(EJECUCIONES, jobs, through ? { db: through } : {})
  }

  function tell(): void {
    sql`select pg_notify(${CHANNEL}, '')`.execute(db).catch((error: unknown) => {
      log.warn({ err: error }, 'workers not told: they look by themselves')
    })
  }

  let waiting = 0
  let countedAt = Number.NEGATIVE_INFINITY
  /** Counted now and then, and off the path of whoever is being accepted. */
  function countWaiting(): void {
    const now = performance.now()
    if (now - countedAt < COUNT_EVERY_MS) return
    countedAt = now
    sql<{ waiting: number }>`
      select count(*)::int as waiting from (
        select from cola.job where name = ${EJECUCIONES} and state < 'active' limit ${limits().colaEjecuciones}
      ) as counted`
      .execute(db)
      .then(({ rows }) => {
        waiting = rows[0]?.waiting ?? 0
      })
      .catch((error: unknown) => log.warn({ err: error }, 'queue not counted'))
  }

  const store = groupWrites<Aceptado, undefined>(async (aceptados) => {
    await insert(aceptados)
    waiting += aceptados.length
    tell()
    return aceptados.map(() => undefined)
  })

  /** The row of pg-boss. */
  async function findJob(id: string): Promise<JobWithMetadata<Trabajo> | undefined> {
    const queue = await started()
    const [job] = await queue.findJobs<Trabajo>(EJECUCIONES, { id })
    return job
  }

  const acceptIn = (trx: Kysely<Database>, aceptados: readonly Aceptado[]) => insert(aceptados, through(trx))
  const avisos = createAvisos({ started, limits })
  const fines = createEsperaDeFin({
    listener,
    find: async (id) => (await findRespuesta(db, id)) ?? ((await findAsleep(db, id)) ? null : undefined),
    log,
  })
  const esperas = createEsperas({ db, secretos, limits: limits(), cola: { acceptIn, tell } })
  const perdidas = createPerdidas({ db, started, acceptIn, announce: avisos.announce })

  return {
    perdidas,
    avisos,
    esperas,

    /** Resolves once the run is on disk. Throws ColaLlena and ColaNoDisponible. */
    async accept(aceptado: Aceptado): Promise<void> {
      countWaiting()
      const extra = { reintentarEnSegundos: RETRY_SECONDS }
      if (waiting >= limits().colaEjecuciones) throw new ColaLlena({ segundos: RETRY_SECONDS }, { extra })
      try {
        await store(aceptado)
      } catch (cause) {
        throw new ColaNoDisponible({ segundos: RETRY_SECONDS }, { cause, extra })
      }
    },

    /** As part of a transaction that stores more; `tell` when it is committed. */
    acceptIn,
    tell,

    /** Undefined: it was never accepted, or its answer has expired. */
    async find(id: string): Promise<Situacion | undefined> {
      const respuesta = await findRespuesta(db, id)
      if (respuesta) return { estado: respuesta.estado, canalId: respuesta.canalId, respuesta }
      const job = await findJob(id)
      if (!job) {
        const asleep = await findAsleep(db, id)
        if (asleep) return asleep
        const perdida = await perdidas.find(id)
        return perdida && describeLost(perdida, limits().intentosPerdidos + 1)
      }
      const unended = describeUnended(job)
      if (unended) return unended
      const { canalId } = job.data
      if (job.state === 'failed') {
        return { estado: 'error', canalId, respuesta: lostRespuesta(job, limits().intentosPerdidos + 1) }
      }
      // It ended between the two looks, or is a firing, whose answer nobody waits for.
      const late = (await findRespuesta(db, id)) ?? null
      const estado = job.state === 'cancelled' ? 'cancelada' : 'ok'
      return { estado: late?.estado ?? estado, canalId, respuesta: late }
    },

    /** The answer of an accepted run once it has ended, undefined: not within so many milliseconds. To be asked for before it is accepted. */
    waitFor: fines.waitFor,

    /** Of these runs those that have not ended, and whether a worker has them. */
    async listUnended(ids: readonly string[]): Promise<ReadonlyMap<string, 'en_cola' | 'ejecutando'>> {
      if (ids.length === 0) return new Map()
      const { rows } = await sql<{ id: string; active: boolean }>`
        select id, state = 'active' as active from cola.job
        where name = ${EJECUCIONES} and id = any(${ids}::uuid[]) and state <= 'active'`.execute(db)
      return new Map(rows.map(({ id, active }) => [id, active ? 'ejecutando' : 'en_cola']))
    },

    /** Those that wait, newest first, from one of them on. */
    async listWaiting(
      { desde, hasta, procesoId, canalId, version, origen }: WaitingFilter,
      { limite, cursor }: { limite: number; cursor: { id: string; inicio: Date } | null },
    ): Promise<{ id: string; aceptada: Date; trabajo: Trabajo }[]> {
      const wanted = JSON.stringify({ procesoId, canalId, version, origen })
      // To the millisecond, as a cursor has it.
      const aceptada = sql`date_trunc('milliseconds', created_on)`
      const conditions = [
        sql`name = ${EJECUCIONES} and state < 'active' and data @> ${wanted}::jsonb`,
        ...(desde ? [sql`created_on >= ${desde}`] : []),
        ...(hasta ? [sql`created_on < ${hasta}`] : []),
        ...(cursor ? [sql`(${aceptada}, id) < (${cursor.inicio}, ${cursor.id}::uuid)`] : []),
      ]
      const { rows } = await sql<{ id: string; aceptada: Date; trabajo: Trabajo }>`
        select id, created_on as aceptada, data as trabajo from cola.job where ${sql.join(conditions, sql` and `)}
        order by ${aceptada} desc, id desc limit ${limite}`.execute(db)
      return rows
    },

    /** Those that sleep, those that began last first, from one of them on. */
    listAsleep: (filter: WaitingFilter, page: Parameters<typeof listAsleep>[2]) =>
      listAsleep(db, filter, page),

    /**
     * Ends a run that no worker has: one that waits in the queue, or that sleeps; of the durable ones, if `taken`, also one that a worker has
     * taken and nobody tells of, since what that one still does counts for nothing. Undefined: there is none such.
     */
    async cancelWaiting(id: string, { taken = false } = {}): Promise<Trabajo | undefined> {
      const queue = await started()
      return db.transaction().execute(async (trx) => {
        // Before its entry, as whoever ends it does.
        const run = await holdRun(trx, id)
        const { rows } = await sql<{ trabajo: Trabajo }>`
          select data as trabajo from cola.job where name = ${EJECUCIONES} and id = ${id}
            and (state < 'active' or (state = 'active' and ${taken && run !== undefined}::boolean))
          for update`.execute(trx)
        const queued = rows[0]?.trabajo
        const asleep = run?.dormida ? run.trabajo : undefined
        const given = queued ?? asleep
        const trabajo = given && run ? { ...given, version: run.version } : given
        if (!trabajo) return undefined
        if (queued) await queue.cancel(EJECUCIONES, id, { db: through(trx) })
        await endDurables(trx, [id])
        const { status, body } = problemOf(new EjecucionCancelada(), { idEjecucion: id })
        const respuesta: Respuesta = {
          id,
          canalId: trabajo.canalId,
          estado: 'cancelada',
          estadoHttp: status,
          tipoContenido: PROBLEM_TYPE,
          cabeceras: {},
          cuerpo: Buffer.from(body),
          iniciada: null,
          terminada: new Date(),
        }
        await storeRespuestas(trx, [respuesta], { horas: limits().respuestaAsincronaHoras })
        await avisos.announce([{ id, data: trabajo }], through(trx))
        if (trabajo.espera) await fines.tell(trx, [id])
        return trabajo
      })
    },

    /** Takes up to so many runs for a worker. `tiers`: how many of each group may run at once in the whole cluster. */
    async fetch(count: number, tiers: Readonly<Record<string, number>> = {}): Promise<Job<Trabajo>[]> {
      const queue = await started()
      return queue.fetch<Trabajo>(EJECUCIONES, {
        batchSize: count,
        groupConcurrency: { default: UNBOUNDED, tiers: { ...tiers, [ONE_BY_ONE]: 1 } },
      })
    },

    /** Tells that these are still being run. Answers those that are not this worker's any more. */
    async touch(jobs: readonly Job<Trabajo>[]): Promise<readonly Job<Trabajo>[]> {
      const queue = await started()
      const { settled = [] } = (await queue.touch(EJECUCIONES, jobs.map(attemptOf))) as Settled
      const kept = new Set(settled)
      return jobs.filter(({ id }) => !kept.has(id))
    },

    /** Ends runs with their answers. Of one that another worker has by now nothing is kept (its attempt is older). */
    async complete(ended: readonly Fin[]): Promise<void> {
      const queue = await started()
      await db.transaction().execute(async (trx) => {
        const options = { db: through(trx) }
        const attempts = (await withoutLate(trx, ended)).map(({ job }) => attemptOf(job))
        const { settled = [] } = (await queue.complete(EJECUCIONES, attempts, null, options)) as Settled
        const ours = new Set(settled)
        const durables = ended.filter(
          ({ job, intento, rechazada }) => (intento !== null || rechazada) && ours.has(job.id),
        )
        if (durables.length > 0)
          await endDurables(
            trx,
            durables.map(({ job }) => job.id),
          )
        // Of what nobody asks for nothing is kept.
        const respuestas = ended.filter(
          ({ job: { id, data } }) => ours.has(id) && (data.origen === 'canal' || data.espera),
        )
        await storeRespuestas(
          trx,
          respuestas.map(({ respuesta }) => respuesta),
          { horas: limits().respuestaAsincronaHoras },
        )
        await avisos.announce(
          respuestas.map(({ job }) => job),
          options.db,
        )
        await fines.tell(
          trx,
          respuestas.flatMap(({ job }) => (job.data.espera ? job.id : [])),
        )
        for (const { job } of ended) {
          if (!ours.has(job.id))
            log.warn({ idEjecucion: job.id }, 'late end of a run that another worker has')
        }
      })
    },

    /** Ends durable runs that nobody has any more; each is told of. */
    async endUnheld(tellOf: (id: string, trabajo: Trabajo, intentos: number) => void): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const unheld = await listUnheld(trx, {
          cola: EJECUCIONES,
          perdidas: PERDIDAS,
          maximo: UNHELD_TOGETHER,
        })
        if (unheld.length === 0) return
        const ids = unheld.map(({ id }) => id)
        await endDurables(trx, ids)
        const respuestas = unheld.map(({ id, trabajo: data, intento }) =>
          lostRespuesta({ id, data, startedOn: null, completedOn: new Date() }, intento),
        )
        await storeRespuestas(trx, respuestas, { horas: limits().respuestaAsincronaHoras })
        await avisos.announce(
          unheld.map(({ id, trabajo: data }) => ({ id, data })),
          through(trx),
        )
        await fines.tell(trx, ids)
        for (const { id, trabajo, version, intento } of unheld) tellOf(id, { ...trabajo, version }, intento)
      })
    },

    /** Takes runs that sleep out of the queue, with what they wait for. Of one that another worker has by now nothing is kept. */
    async sleep(dormidas: readonly Dormida[]): Promise<void> {
      const queue = await started()
      await db.transaction().execute(async (trx) => {
        const held = await holdAttempts(
          trx,
          dormidas.map(({ job: { id }, intento }) => ({ id, intento })),
        )
        const entries = dormidas.flatMap(({ job }) => (held.has(job.id) ? attemptOf(job) : []))
        if (entries.length === 0) return
        const laid = await layDown(trx, entries, EJECUCIONES)
        const ours = dormidas.filter(({ job }) => laid.has(job.id))
        if (ours.length === 0) return
        const ids = ours.map(({ job }) => job.id)
        await storeEsperas(
          trx,
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
      hear = listening
    },

    purge: () => purgeRespuestas(db),

    close,
  }
}

/** A run that sleeps and wakes is another entry of the queue, which knows nothing of its earlier attempts. */
async function withoutLate(trx: Kysely<Database>, ended: readonly Fin[]): Promise<readonly Fin[]> {
  const attempts = ended.flatMap(({ job: { id }, intento }) => (intento === null ? [] : { id, intento }))
  if (attempts.length === 0) return ended
  const held = await holdAttempts(trx, attempts)
  return ended.filter(({ job, intento }) => intento === null || held.has(job.id))
}

/** Runs that one look ends. */
const UNHELD_TOGETHER = 100

/** Groups of which nobody says how many may run. */
const UNBOUNDED = 1_000_000

/** What pg-boss answers beside what its types say: the ids that were changed. */
interface Settled {
  settled?: readonly string[]
}

function attemptOf({ id, retryCount }: Job<unknown>) {
  return { id, retryCount }
}

/** A run that waits, and that no worker has. */
async function findAsleep(db: Kysely<Database>, id: string): Promise<Situacion | undefined> {
  const run = await db
    .selectFrom('ejecucionesDurables')
    .select(['trabajo', 'comenzada'])
    .where('id', '=', id)
    .where('dormida', '=', true)
    .executeTakeFirst()
  if (!run) return undefined
  const { trabajo, comenzada } = run
  return { estado: 'esperando', trabajo, aceptada: comenzada, iniciada: comenzada }
}

/** Undefined: it is not waiting any more, nor running. */
function describeUnended({
  state,
  data: trabajo,
  createdOn: aceptada,
  startedOn,
}: JobWithMetadata<Trabajo>): Situacion | undefined {
  if (state === 'active') return { estado: 'ejecutando', trabajo, aceptada, iniciada: startedOn }
  if (state === 'created' || state === 'retry')
    return { estado: 'en_cola', trabajo, aceptada, iniciada: null }
  return undefined
}

function describeLost({ id, trabajo, perdida }: Perdida, intentos: number): Situacion {
  const { canalId } = trabajo
  const job = { id, data: { canalId }, startedOn: null, completedOn: perdida }
  return { estado: 'error', canalId, respuesta: lostRespuesta(job, intentos) }
}

function lostRespuesta(
  job: Pick<JobWithMetadata<Pick<Trabajo, 'canalId'>>, 'id' | 'data' | 'completedOn'> & {
    startedOn: Date | null
  },
  intentos: number,
): Respuesta {
  const { status, body } = problemOf(new EjecucionPerdida({ intentos }), { idEjecucion: job.id })
  return {
    id: job.id,
    canalId: job.data.canalId,
    estado: 'error',
    estadoHttp: status,
    tipoContenido: PROBLEM_TYPE,
    cabeceras: {},
    cuerpo: Buffer.from(body),
    iniciada: job.startedOn,
    terminada: job.completedOn ?? new Date(),
  }
}
