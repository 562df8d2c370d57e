import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { DrawnServer } from './drawn-server.ts'
import { environmentOf } from './process-usage.ts'
import { heldFlujo } from './workloads.ts'

/** Of each kind, under way when their node is killed. */
const RUNS = 10
const POLL_MS = 50
const LATEST_MS = 60_000

export interface KillResult {
  runs: number
  /** From the kill to the moment at which the last of them was taken again. */
  latestMs: number
}

/** Kills all workers of a node that run durable and other accepted runs: how long until each of those goes on. */
export async function measureKill({ api, motor, pids }: DrawnServer): Promise<KillResult> {
  const client = new pg.Client(environmentOf(pids[0] ?? 0).DIV_DATABASE_URL)
  await client.connect()
  try {
    const ids = await beginHeld({ api, motor }, RUNS)
    const countActive = async (since: Date) => {
      const { rows } = await client.query<{ active: number; latest: Date | null }>(
        `select count(*)::int as active, max(started_on) as latest from cola.job
        where name = 'ejecuciones' and id = any($1) and state = 'active' and started_on > $2`,
        [ids, since],
      )
      return rows[0] ?? { active: 0, latest: null }
    }
    while ((await countActive(new Date(0))).active < ids.length) await setTimeout(POLL_MS)
    const killed = new Date()
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    for (;;) {
      const { active, latest } = await countActive(killed)
      if (active === ids.length && latest)
        return { runs: active, latestMs: latest.getTime() - killed.getTime() }
      if (Date.now() - killed.getTime() > LATEST_MS)
        throw new Error(`${ids.length - active} of ${ids.length} runs did not go on`)
      await setTimeout(POLL_MS)
    }
  } finally {
    await client.end()
  }
}

const MODOS = ['memoria', 'durable'] as const
const CANAL = 'Largos'

/** So many in memory and as many durable ones that go on until they are ended: their ids, once they are accepted. */
export async function beginHeld(
  { api, motor }: Pick<DrawnServer, 'api' | 'motor'>,
  each: number,
): Promise<string[]> {
  const base = `${motor}/rest/largos`
  if (!(await isPublished(api))) await publishHeld(api)
  const ids: string[] = []
  for (const modo of MODOS) {
    for (let wanted = ids.length + each; ids.length < wanted; ) {
      const answer = await fetch(`${base}/${modo}`, { method: 'POST' })
      if (answer.status === 202) ids.push(((await answer.json()) as { idEjecucion: string }).idEjecucion)
      else await setTimeout(POLL_MS)
    }
  }
  return ids
}

type Api = DrawnServer['api']

/** By a workload before. */
async function isPublished(api: Api): Promise<boolean> {
  const canales = (await api('GET', '/canales')) as { nombre: string }[]
  return canales.some(({ nombre }) => nombre === CANAL)
}

async function publishHeld(api: Api): Promise<void> {
  const [servidor] = (await api('GET', '/servidores?q=Banco de pruebas')) as { id: string }[]
  const asignaciones = []
  for (const modo of MODOS) {
    const flujo = heldFlujo(servidor?.id ?? '')
    const proceso = (await api('POST', '/procesos', { nombre: `held ${modo}`, modo, flujo })) as {
      id: string
    }
    await api('POST', `/procesos/${proceso.id}/publicar`, {})
    asignaciones.push({ procesoId: proceso.id, version: 'publicada', metodo: 'POST', ruta: `/${modo}` })
  }
  const canal = (await api('POST', '/canales', {
    nombre: CANAL,
    tipo: 'REST',
    ruta: 'largos',
    modo: 'asincrono',
    tiempoMaximoMs: 600_000,
  })) as { id: string }
  await api('PUT', `/canales/${canal.id}/procesos`, asignaciones)
}
