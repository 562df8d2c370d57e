import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { DrawnServer } from './drawn-server.ts'
import { askOwn } from './own-database.ts'
import { cpuSeconds, cpuSecondsOfFamily, parentOf } from './process-usage.ts'
import { ECHO } from './workloads.ts'

const WAITING = 1_000_000
const TAREAS = 10_000
const SETTLED_MS = 5_000
/** From the full minute on, until what began has ended and is in the history. */
const ENDED_MS = 10_000
const MINUTE_MS = 60_000

type Drawn = Pick<DrawnServer, 'api' | 'pids'>

/** Percent of one core that the worker and the processes of its database take, with nothing to do. */
export interface WaitingResult {
  without: number
  /** With as many in the queue that are to begin tomorrow. */
  queued: number
  /** With as many durable runs that sleep until tomorrow, a signal or an approval. */
  asleep: number
}

export async function measureWaiting(drawn: Drawn, seconds: number): Promise<WaitingResult> {
  const without = await idleShare(drawn, seconds)
  const queued = await shareWith(drawn, seconds, {
    fill: [
      `insert into cola.job (id, name, data, start_after)
      select gen_random_uuid(), 'ejecuciones', '{}', now() + interval '1 day' from generate_series(1, ${WAITING})`,
    ],
    empty: [`delete from cola.job where name = 'ejecuciones' and start_after > now() + interval '1 hour'`],
  })
  const asleep = await shareWith(drawn, seconds, {
    fill: [
      `insert into ejecuciones_durables (id, proceso_id, trabajo, dormida)
      select ('0000000e-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, gen_random_uuid(), '{}', true
      from generate_series(1, ${WAITING}) as n`,
      `insert into esperas (ejecucion_id, nodo, iteracion, clase, vence, rol)
      select ('0000000e-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'n2', '',
        case n % 3 when 0 then 'tiempo' when 1 then 'senal' else 'aprobacion' end,
        case when n % 6 < 4 then now() + interval '1 day' end, case when n % 3 = 2 then 'operador' end
      from generate_series(1, ${WAITING}) as n`,
    ],
    empty: ['truncate esperas', `delete from ejecuciones_durables where dormida`],
  })
  return { without, queued, asleep }
}

/** The same with what waits, which is gone again afterwards. */
async function shareWith(
  drawn: Drawn,
  seconds: number,
  { fill, empty }: { fill: readonly string[]; empty: readonly string[] },
): Promise<number> {
  // What it would do by itself some time later.
  await askOwn(drawn, (client) => runAll(client, [...fill, 'vacuum analyze', 'checkpoint']))
  const share = await idleShare(drawn, seconds)
  await askOwn(drawn, (client) => runAll(client, [...empty, 'vacuum analyze']))
  return share
}

async function runAll(client: pg.Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
}

async function idleShare(drawn: Drawn, seconds: number): Promise<number> {
  await setTimeout(SETTLED_MS)
  const postgres = await findPostgres(drawn)
  const spent = () => cpuSeconds(drawn.pids) + cpuSecondsOfFamily(postgres)
  const before = spent()
  await setTimeout(seconds * 1_000)
  return ((spent() - before) * 100) / seconds
}

/** The process that has started all others of the database. */
export function findPostgres(drawn: Pick<Drawn, 'pids'>): Promise<number> {
  return askOwn(drawn, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(rows[0]?.pid ?? 0)
  })
}

export interface SchedulesResult {
  /** Of the tareas, how many were due at the minute. */
  due: number
  /** The latest start of one of them, after its minute. */
  latestMs: number
}

/** Tareas, of which a sixtieth is due at each full minute. */
export async function measureSchedules(drawn: Drawn): Promise<SchedulesResult> {
  const proceso = (await drawn.api('POST', '/procesos', {
    nombre: 'schedules',
    modo: 'memoria',
    flujo: ECHO.flujo(''),
  })) as { id: string }
  await drawn.api('POST', `/procesos/${proceso.id}/publicar`, {})
  await askOwn(drawn, (client) =>
    client.query(
      `insert into tareas_programadas (id, nombre, proceso_id, cron, zona_horaria, entrada, solapamiento, al_perder)
      select gen_random_uuid(), 'Tarea ' || n, $1, n % 60 || ' * * * *', 'Europe/Madrid',
        '{"nombre":"Lucía","apellido":"Ferrán","importe":99.95}', 'permitir', 'omitir'
      from generate_series(1, $2::int) as n`,
      [proceso.id, TAREAS],
    ),
  )
  // The second minute from now: by then all of them are planned.
  const minute = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + MINUTE_MS
  await setTimeout(minute - Date.now() + ENDED_MS)
  return askOwn(drawn, async (client) => {
    const { rows } = await client.query<SchedulesResult>(
      `select count(*)::int as due, max(extract(epoch from ejecucion.inicio - previsto) * 1000)::float8 as "latestMs"
      from disparos join tareas_programadas as tarea on tarea.id = tarea_id
      left join ejecuciones as ejecucion on ejecucion.id = ejecucion_id
      where tarea.proceso_id = $1 and previsto = $2`,
      [proceso.id, new Date(minute)],
    )
    await client.query('delete from tareas_programadas where proceso_id = $1', [proceso.id])
    const [result] = rows
    if (!result) throw new Error('no tarea was due')
    return result
  })
}
