import type { DrawnServer } from './drawn-server.ts'
import { median } from './median.ts'
import { offerLoad, type Request } from './open-load.ts'
import type { OVERLOADS } from './workloads.ts'

type Workload = (typeof OVERLOADS)[number]

/** What one worker makes of a load. Latencies in milliseconds. */
interface Stage {
  /** Calls a second that came due. */
  ofrecidas: number
  /** Of them, those that were answered 200. */
  porSegundo: number
  /** Of those. */
  p99: number
  /** Shares of what came due: refused with 429 or 503, and never made because every caller still waited. */
  rechazadas: number
  sinHacer: number
  /** The slowest of `/health/live` and of a list of the administration, asked ten times a second meanwhile. */
  saludMs: number
  administracionMs: number
}

/** One round, or the medians of several: those of the two ratios are of the rounds' own. */
interface OverloadRound {
  /** As many as it answers at its best: callers that call again as soon as they are answered. */
  capacidad: number
  /** Half of that, and three times that: calls that come at their own moments. */
  holgada: Stage
  triple: Stage
  /** Of the capacity, how much is kept at three times the calls. */
  conservada: number
  /** How many times as late as at half the capacity the admitted are then, by their p99. */
  demora: number
}

export type OverloadResult = OverloadRound & { nombre: string }

const PEAK_CALLERS = 64
const CROWD = 4_096
const ASK_EVERY_MS = 100

/** Three times the rate that one worker can answer, and what is refused, what is kept, how late the admitted and the others are. */
export async function measureOverload(
  { base, motor, api }: Pick<DrawnServer, 'base' | 'motor' | 'api'>,
  workload: Workload,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<OverloadResult> {
  const url = new URL(base)
  const request = requestOf(url.pathname, workload)
  const peak = () =>
    offerLoad(url, { request, rate: Number.POSITIVE_INFINITY, seconds, callers: PEAK_CALLERS })
  const measure = async (rate: number): Promise<Stage> => {
    const health = createWatch(async () => (await fetch(`${motor}/health/live`)).arrayBuffer())
    const admin = createWatch(() => api('GET', '/procesos'))
    const offered = offerLoad(url, {
      request,
      rate,
      seconds,
      callers: CROWD,
      // So many connections at once are nothing that a crowd does.
      onOpen() {
        health.begin()
        admin.begin()
      },
    })
    // A failure of the load is the one to tell, and not that of whoever asks a product that is being stopped for it.
    const { admitted, refused, unmade, p99 } = await offered.finally(() =>
      Promise.allSettled([health.end(), admin.end()]),
    )
    const due = admitted + refused + unmade
    return {
      ofrecidas: due / seconds,
      porSegundo: admitted / seconds,
      p99,
      rechazadas: refused / due,
      sinHacer: unmade / due,
      saludMs: await health.end(),
      administracionMs: await admin.end(),
    }
  }
  await peak()
  const measured: OverloadRound[] = []
  for (let round = 0; round < rounds; round++) {
    const capacidad = (await peak()).admitted / seconds
    const holgada = await measure(capacidad / 2)
    const triple = await measure(capacidad * 3)
    measured.push({
      capacidad,
      holgada,
      triple,
      conservada: triple.porSegundo / capacidad,
      demora: triple.p99 / holgada.p99,
    })
  }
  return { nombre: workload.nombre, ...summarize(measured) }
}

function summarize(rounds: readonly OverloadRound[]): OverloadRound {
  const middle = (pick: (round: OverloadRound) => number) => median(rounds.map(pick))
  const stage = (name: 'holgada' | 'triple'): Stage => ({
    ofrecidas: middle((round) => round[name].ofrecidas),
    porSegundo: middle((round) => round[name].porSegundo),
    p99: middle((round) => round[name].p99),
    rechazadas: middle((round) => round[name].rechazadas),
    sinHacer: middle((round) => round[name].sinHacer),
    // What must always hold is told by its worst.
    saludMs: Math.max(...rounds.map((round) => round[name].saludMs)),
    administracionMs: Math.max(...rounds.map((round) => round[name].administracionMs)),
  })
  return {
    capacidad: middle(({ capacidad }) => capacidad),
    holgada: stage('holgada'),
    triple: stage('triple'),
    conservada: middle(({ conservada }) => conservada),
    demora: middle(({ demora }) => demora),
  }
}

/** Bytes of a fixed call are made once. */
function requestOf(prefix: string, { metodo, path, body }: Workload): Request {
  const head = () => `${metodo} ${prefix}${path()} HTTP/1.1\r\nhost: div\r\n`
  if (body === undefined) return () => `${head()}\r\n`
  const type = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`
  const bytes = Buffer.from(head() + type + body)
  return () => bytes
}

/** Asks again and again from `begin` to `end`, which tells the slowest answer in milliseconds. */
function createWatch(askFor: () => Promise<unknown>) {
  let isOver = false
  let slowestMs = 0
  let asking = Promise.resolve()
  const ask = async () => {
    while (!isOver) {
      const began = performance.now()
      await askFor()
      slowestMs = Math.max(slowestMs, performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
    }
  }
  return {
    begin() {
      asking = ask()
    },
    async end() {
      isOver = true
      await asking
      return slowestMs
    },
  }
}
