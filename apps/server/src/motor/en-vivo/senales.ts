import type { Metricas, TemaDeSenal } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/tables.ts'
import type { Cola } from '../async-pool/cola.ts'
import { mergePools, type NodoVivo, sampleCluster, toMetricas } from '../metrics/cluster.ts'
import type { NodosRepository } from '../metrics/nodos-repository.ts'

/** Heartbeats come as often. */
const TICK_MS = 1_000
const FAILURES_HOURS = 24

type Tipo = TemaDeSenal['tipo']
/** What is told beside that something changed. */
export type Dato = { metricas?: Metricas }
type Tell = (dato: Dato) => void

/** Tells that something is not as it was; what it is now, whoever hears it reads. So nothing that was not heard is lost. */
export interface Senales {
  /** `tell` is called once soon, and at every change from then on. Answers what ends it. */
  follow(tipo: Tipo, tell: Tell): () => void
}

interface Watch {
  /** Ticks between two looks: what costs more to read again is looked at less often. */
  every: number
  /** What it looks like now; alike texts are no change. */
  look(alive: readonly NodoVivo[]): Promise<{ text: string; dato: Dato }>
}

/** One look for all connections of this process, made of what the heartbeats of all processes tell; none while nobody follows. */
export function createSenales({
  db,
  nodos,
  cola,
  log,
}: {
  db: Kysely<Database>
  nodos: Pick<NodosRepository, 'listAlive' | 'countActiveCanales' | 'readSampleBefore'>
  cola: Pick<Cola, 'countAccepted'>
  log: Logger
}): Senales {
  const watches: Readonly<Record<Tipo, Watch>> = {
    ejecuciones: {
      every: 1,
      look: async (alive) => ({ text: `${cola.countAccepted()}\n${describeRuns(alive)}`, dato: {} }),
    },
    metricas: {
      every: 5,
      async look(alive) {
        const [canales, before] = await Promise.all([nodos.countActiveCanales(), nodos.readSampleBefore()])
        const metricas = toMetricas(sampleCluster(alive, canales), before)
        return { text: JSON.stringify(metricas), dato: { metricas } }
      },
    },
    notificaciones: {
      every: 5,
      async look(alive) {
        const circuits = mergePools(alive).pools.map(({ id, circuito }) => `${id} ${circuito}`)
        const [failures, aprobaciones, alertas] = await Promise.all([
          countFailures(db),
          describeAprobaciones(db),
          describeAlertas(db),
        ])
        return { text: `${failures} ${aprobaciones} ${alertas} ${circuits.join()}`, dato: {} }
      },
    },
  }
  const followers: Readonly<Record<Tipo, Set<Tell>>> = {
    ejecuciones: new Set(),
    metricas: new Set(),
    notificaciones: new Set(),
  }
  /** Those that have heard nothing yet. */
  const fresh = new Set<Tell>()
  const last = new Map<Tipo, string>()
  let ticks = 0
  let timer: NodeJS.Timeout | undefined

  async function look(tipo: Tipo, alive: readonly NodoVivo[]): Promise<void> {
    const mine = followers[tipo]
    const waiting = [...mine].filter((tell) => fresh.has(tell))
    const isDue = ticks % watches[tipo].every === 0
    if (mine.size === 0 || (!isDue && waiting.length === 0)) return
    const { text, dato } = await watches[tipo].look(alive)
    const isChanged = last.get(tipo) !== text
    last.set(tipo, text)
    for (const tell of isChanged ? mine : waiting) {
      fresh.delete(tell)
      tell(dato)
    }
  }

  async function tick(): Promise<void> {
    const alive = await nodos.listAlive()
    for (const tipo of ['ejecuciones', 'metricas', 'notificaciones'] as const) {
      try {
        await look(tipo, alive)
      } catch (error) {
        // The others are told of all the same.
        log.warn({ err: error, tipo }, 'what goes on not looked at')
      }
    }
    ticks++
  }

  function schedule(): void {
    timer = setTimeout(() => {
      tick()
        .catch((error: unknown) => log.warn({ err: error }, 'what goes on not looked at'))
        .finally(() => {
          timer = undefined
          if (Object.values(followers).some((mine) => mine.size > 0)) schedule()
        })
    }, TICK_MS)
    timer.unref()
  }

  return {
    follow(tipo, tell) {
      followers[tipo].add(tell)
      fresh.add(tell)
      if (timer === undefined) schedule()
      return () => {
        followers[tipo].delete(tell)
        fresh.delete(tell)
      }
    },
  }
}

/** How many runs every process has written down, and which ones are under way. */
function describeRuns(alive: readonly NodoVivo[]): string {
  return alive
    .map(
      ({ id, datos: { historial, enCurso } }) =>
        `${id} ${historial.escritas} ${enCurso.map((run) => run.id)}`,
    )
    .join('\n')
}

async function countFailures(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ errores: number }>`
    select coalesce(sum(errores), 0)::int as errores from ejecuciones_horas
    where hora >= now() - make_interval(hours => ${FAILURES_HOURS})`.execute(db)
  return rows[0]?.errores ?? 0
}

/** How many wait for a person, and since when the last of them does. */
async function describeAprobaciones(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ texto: string }>`
    select concat_ws(' ', count(*), max(creada)) as texto from esperas where clase = 'aprobacion'`.execute(db)
  return rows[0]?.texto ?? ''
}

/** How many rules hold, when the last was told of, and what is silenced. */
async function describeAlertas(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ texto: string }>`
    select concat_ws(' ', count(*), max(avisada), (select count(*) from alertas where silenciada_hasta > now())) as texto
    from alertas_incidencias where hasta is null`.execute(db)
  return rows[0]?.texto ?? ''
}
