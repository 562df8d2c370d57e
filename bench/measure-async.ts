import { setTimeout } from 'node:timers/promises'
import { WARM_SECONDS } from './compare-sides.ts'
import type { DrawnServer } from './drawn-server.ts'
import { load } from './load.ts'
import { beginHeld } from './measure-kill.ts'
import { median } from './median.ts'
import { askOwn } from './own-database.ts'
import type { Sides } from './side.ts'
import { ECHO } from './workloads.ts'

const CALLERS = 64
/** Calls one after another, with nothing else to do. */
const IDLE_CALLS = 200
const IDLE_PAUSE_MS = 50
/** Within which what has ended is in the history. */
const WRITTEN_MS = 1_500
const POLL_MS = 100
/** More at once than one after another. */
const HEARD_RUNS = 128
const PERCENT = 100
const ACCEPTED = 202
/** Whose answers say only that they are accepted. */
export const ACCEPT = {
  nombre: 'accept',
  metodo: 'POST',
  path: () => '/aceptar',
  body: ECHO.body ?? '',
} as const

type Drawn = Pick<DrawnServer, 'api' | 'pids' | 'motor'>

/** Accepted calls a second: by hand each an INSERT of its own. */
export interface AcceptResult {
  limit: number
  drawn: number
  ratio: number
}

export interface StartLatencyResult {
  p50: number
  p99: number
}

/** A canal that accepts what runs later, if there is none yet; where its paths begin. */
export async function publishAsync({ api, motor }: Drawn): Promise<string> {
  const base = `${motor}/rest/despues`
  if ((await accept(base)).status === ACCEPTED) return base
  const proceso = (await api('POST', '/procesos', {
    nombre: ACCEPT.nombre,
    modo: 'memoria',
    flujo: ECHO.flujo(''),
  })) as { id: string }
  await api('POST', `/procesos/${proceso.id}/publicar`, {})
  const canal = (await api('POST', '/canales', {
    nombre: 'Después',
    tipo: 'REST',
    ruta: 'despues',
    modo: 'asincrono',
  })) as { id: string }
  await api('PUT', `/canales/${canal.id}/procesos`, [
    { procesoId: proceso.id, version: 'publicada', metodo: ACCEPT.metodo, ruta: ACCEPT.path() },
  ])
  while ((await accept(base)).status !== ACCEPTED) await setTimeout(IDLE_PAUSE_MS)
  return base
}

/** Interleaved. What is accepted waits meanwhile: a run that does not end has the only place. */
export async function measureAccept(
  { limit, drawn }: { limit: Sides['limit']; drawn: Drawn },
  base: string,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<AcceptResult> {
  await changePool(drawn, { ejecucionesAsincronas: 1, colaEjecuciones: 10_000_000 })
  const [held = ''] = await beginHeld(drawn, 1)
  const round = async (at: string, lasts = seconds) =>
    (await load(at, ACCEPT, { connections: CALLERS, seconds: lasts })).porSegundo
  await round(limit.base, WARM_SECONDS)
  await round(base, WARM_SECONDS)
  const measured: AcceptResult[] = []
  for (let each = 0; each < rounds; each++) {
    const byHand = await round(limit.base)
    const accepted = await round(base)
    measured.push({ limit: byHand, drawn: accepted, ratio: accepted / byHand })
  }
  await dropWaiting(drawn)
  await drawn.api('POST', `/ejecuciones/${held}/cancelar`, {})
  const middle = (pick: (result: AcceptResult) => number) => median(measured.map(pick))
  return {
    limit: middle((result) => result.limit),
    drawn: middle((result) => result.drawn),
    ratio: middle(({ ratio }) => ratio),
  }
}

/** Runs a second, as many at the same time as by itself, while something waits. */
export async function measureDrain(drawn: Drawn, base: string, seconds: number): Promise<number> {
  await changePool(drawn, { ejecucionesAsincronas: 1, colaEjecuciones: 10_000_000 })
  await load(base, ACCEPT, { connections: CALLERS, seconds })
  const waiting = await countWaiting(drawn)
  await changePool(drawn, { ejecucionesAsincronas: 64 })
  // Until the worker has heard of it.
  while (waiting - (await countWaiting(drawn)) < Math.min(HEARD_RUNS, waiting)) await setTimeout(POLL_MS / 10)
  const before = await countWaiting(drawn)
  const began = performance.now()
  let left = before
  while (left > 0 && performance.now() - began < seconds * 1_000) {
    await setTimeout(POLL_MS)
    left = await countWaiting(drawn)
  }
  const porSegundo = ((before - left) * 1_000) / (performance.now() - began)
  await dropWaiting(drawn)
  return porSegundo
}

/** From the moment in a run's id, which it gets before it is stored, to when it began. */
export async function measureStartLatency(drawn: Drawn, base: string): Promise<StartLatencyResult> {
  const ids: string[] = []
  for (let each = 0; each < IDLE_CALLS; each++) {
    const { idEjecucion } = (await (await accept(base)).json()) as { idEjecucion: string }
    ids.push(idEjecucion)
    await setTimeout(IDLE_PAUSE_MS)
  }
  await setTimeout(WRITTEN_MS)
  const waits = await askOwn(drawn, async (client) => {
    const { rows } = await client.query<{ ms: number }>(
      `select (extract(epoch from inicio) * 1000
        - ('x' || substr(id::text, 1, 8) || substr(id::text, 10, 4))::bit(48)::bigint)::float8 as ms
      from ejecuciones where id = any($1) order by 1`,
      [ids],
    )
    return rows.map(({ ms }) => ms)
  })
  if (waits.length !== ids.length)
    throw new Error(`${waits.length} of ${ids.length} accepted runs have ended`)
  const at = (percent: number) => waits[Math.floor(((waits.length - 1) * percent) / PERCENT)] ?? 0
  return { p50: at(50), p99: at(99) }
}

function accept(base: string): Promise<Response> {
  const { metodo: method, body } = ACCEPT
  return fetch(base + ACCEPT.path(), {
    method,
    body,
    headers: { 'content-type': 'application/json' },
  })
}

export async function changePool(
  { api }: Pick<Drawn, 'api'>,
  changes: Readonly<Record<string, number>>,
): Promise<void> {
  const { ajustes, revision } = (await api('GET', '/pool-asincrono')) as { ajustes: object; revision: number }
  await api('PUT', '/pool-asincrono', { ...ajustes, ...changes, revision })
}

/** What nobody measures any more; as it would be by itself some time later. */
export function dropWaiting(drawn: Pick<Drawn, 'pids'>): Promise<void> {
  return askOwn(drawn, async (client) => {
    await client.query(`delete from cola.job where name = 'ejecuciones' and state < 'active'`)
    await client.query('vacuum analyze cola.job_common')
  })
}

export function countWaiting(drawn: Pick<Drawn, 'pids'>): Promise<number> {
  return askOwn(drawn, async (client) => {
    const { rows } = await client.query<{ waiting: number }>(
      `select count(*)::int as waiting from cola.job where name = 'ejecuciones' and state < 'active'`,
    )
    return rows[0]?.waiting ?? 0
  })
}
