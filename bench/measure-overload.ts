import autocannon from 'autocannon'
import type { DrawnServer } from './drawn-server.ts'
import type { Workload } from './workloads.ts'

/** What one worker makes of a load. Latencies in milliseconds. */
interface Stage {
  connections: number
  /** Calls a second that were answered 200. */
  porSegundo: number
  /** Of those. */
  p99: number
  /** Share of the calls that were refused with 429 or 503. */
  rechazadas: number
  /** The slowest of `/health/live` and of a list of the administration, asked ten times a second meanwhile. */
  saludMs: number
  administracionMs: number
}

export interface OverloadResult {
  nombre: string
  /** A load that leaves room, the one with the most throughput, and three times that one. */
  holgada: Stage
  maxima: Stage
  triple: Stage
}

const [ROOMY, PEAK, TRIPLE] = [32, 128, 384]
const ASK_EVERY_MS = 100

/** Three times the callers that one worker serves at its best, and what the admitted ones, health and administration make of it. */
export async function measureOverload(
  { base, motor, api }: Pick<DrawnServer, 'base' | 'motor' | 'api'>,
  workload: Workload,
  seconds: number,
): Promise<OverloadResult> {
  const measure = async (connections: number): Promise<Stage> => {
    const health = watch(async () => (await fetch(`${motor}/health/live`)).arrayBuffer())
    const admin = watch(() => api('GET', '/procesos'))
    const load = await press(base, workload, { connections, seconds })
    return { connections, ...load, saludMs: await health(), administracionMs: await admin() }
  }
  await press(base, workload, { connections: PEAK, seconds: 1 })
  return {
    nombre: workload.nombre,
    holgada: await measure(ROOMY),
    maxima: await measure(PEAK),
    triple: await measure(TRIPLE),
  }
}

/** As many calls as are answered, at so many connections. */
async function press(
  base: string,
  { nombre, metodo: method, body, path }: Workload,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Pick<Stage, 'porSegundo' | 'p99' | 'rechazadas'>> {
  const prefix = new URL(base).pathname
  const admitted: number[] = []
  let refused = 0
  let wrong = 0
  await new Promise<void>((resolve, reject) => {
    const instance = autocannon(
      {
        url: base,
        connections,
        duration: seconds,
        requests: [
          {
            method,
            path: prefix + path(),
            ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
            ...(body === undefined && {
              setupRequest: (request: autocannon.Request) => ({ ...request, path: prefix + path() }),
            }),
          },
        ],
      },
      (error: unknown) => (error ? reject(error) : resolve()),
    )
    instance.on('response', (_client, status, _bytes, ms) => {
      if (status === 200) admitted.push(ms)
      else if (status === 429 || status === 503) refused++
      else wrong++
    })
  })
  if (wrong > 0) throw new Error(`${nombre}: ${wrong} answers were neither 200 nor refusals`)
  admitted.sort((left, right) => left - right)
  return {
    porSegundo: admitted.length / seconds,
    p99: admitted[Math.floor(admitted.length * 0.99)] ?? 0,
    rechazadas: refused / (refused + admitted.length),
  }
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
