import type { DrawnServer } from './drawn-server.ts'
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

export interface OverloadResult {
  nombre: string
  /** As many as it answers at its best: callers that call again as soon as they are answered. */
  capacidad: number
  /** Half of that, and three times that: calls that come at their own moments. */
  holgada: Stage
  triple: Stage
}

const PEAK_CALLERS = 64
const CROWD = 1_024
const ASK_EVERY_MS = 100

/** Three times the rate that one worker can answer, and what is refused, what is kept, how late the admitted and the others are. */
export async function measureOverload(
  { base, motor, api }: Pick<DrawnServer, 'base' | 'motor' | 'api'>,
  workload: Workload,
  seconds: number,
): Promise<OverloadResult> {
  const url = new URL(base)
  const request = requestOf(url.pathname, workload)
  const peak = () =>
    offerLoad(url, { request, rate: Number.POSITIVE_INFINITY, seconds, callers: PEAK_CALLERS })
  const measure = async (rate: number): Promise<Stage> => {
    const health = watch(async () => (await fetch(`${motor}/health/live`)).arrayBuffer())
    const admin = watch(() => api('GET', '/procesos'))
    const { admitted, refused, unmade, p99 } = await offerLoad(url, {
      request,
      rate,
      seconds,
      callers: CROWD,
    })
    const due = admitted + refused + unmade
    return {
      ofrecidas: due / seconds,
      porSegundo: admitted / seconds,
      p99,
      rechazadas: refused / due,
      sinHacer: unmade / due,
      saludMs: await health(),
      administracionMs: await admin(),
    }
  }
  await peak()
  const capacidad = (await peak()).admitted / seconds
  return {
    nombre: workload.nombre,
    capacidad,
    holgada: await measure(capacidad / 2),
    triple: await measure(capacidad * 3),
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

/** Asks again and again until it is called: the slowest answer in milliseconds. */
function watch(askFor: () => Promise<unknown>): () => Promise<number> {
  let isOver = false
  let slowestMs = 0
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now()
      await askFor()
      slowestMs = Math.max(slowestMs, performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
    }
  })()
  return async () => {
    isOver = true
    await asking
    return slowestMs
  }
}
