import { setTimeout } from 'node:timers/promises'
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
  with: number
}

export async function measureWaiting(drawn: Drawn, seconds: number): Promise<WaitingResult> {
  const without = await idleShare(drawn, seconds)
  await askOwn(drawn, async (client) => {
    await client.query(
      `insert into cola.job (id, name, data, start_after)
      select gen_random_uuid(), 'ejecuciones', '{}', now() + interval '1 day' from generate_series(1, $1)`,
      [WAITING],
    )
    // What it would do by itself some time later.
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  })
  const share = await idleShare(drawn, seconds)
  await askOwn(drawn, (client) =>
    client.query(
      `delete from cola.job where name = 'ejecuciones' and start_after > now() + interval '1 hour'`,
    ),
  )
  return { without, with: share }
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
function findPostgres(drawn: Drawn): Promise<number> {
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
