import { createHistogram } from 'node:perf_hooks'
import autocannon from 'autocannon'
import type { Workload } from './workloads.ts'

const US_PER_MS = 1_000
const OK = 200
const REFUSALS = new Set([429, 503])

/** One round of load on one server. Latencies in milliseconds. */
export interface Load {
  porSegundo: number
  p50: number
  p99: number
  llamadas: number
  /** Of those that came, the share that was refused with 429 or 503. */
  rechazadas: number
  /** Some of the answers, as they came. */
  muestra: readonly Sample[]
}

/** What was answered to one call of a load. */
export interface Sample {
  path: string
  body: string
}

/** One answer in so many is kept, and no more than so many of a round: the others cost the generator nothing. */
const SAMPLED_EACH = 256
const MAX_SAMPLES = 16

/**
 * Calls as fast as they are answered, `connections` at a time. Throws when one is not answered with 200, or refused where that is the
 * right answer to so many (`mayRefuse`): what was refused counts for nothing then.
 */
export async function load(
  base: string,
  workload: Pick<Workload, 'nombre' | 'metodo' | 'path' | 'body' | 'contentType' | 'mayRefuse'>,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const { metodo: method, body, contentType = 'application/json', nombre, mayRefuse = false } = workload
  const prefix = new URL(base).pathname.replace(/\/$/, '')
  // Those of the generator are whole milliseconds: too coarse for what is answered within one.
  const latencies = createHistogram()
  const muestra: Sample[] = []
  let answers = 0
  let refused = 0
  /** The call of the caller that asks next, and the path of the one whose body comes next. */
  let asking: { path: string | null } = { path: null }
  let answered: string | null = null
  const result = await autocannon({
    url: base,
    setupClient: (client) => {
      // The first call is made before anybody can be told which one it is.
      const call = { path: body === undefined ? null : workload.path() }
      client.on('response', (status, _bytes, ms) => {
        // Whoever was answered asks again at once.
        asking = call
        if (status !== OK) {
          answered = null
          if (REFUSALS.has(status)) refused++
          return
        }
        answered = call.path
        latencies.record(Math.max(1, Math.round(ms * US_PER_MS)))
      })
    },
    verifyBody(text) {
      answers++
      if (answered !== null && answers % SAMPLED_EACH === 0 && muestra.length < MAX_SAMPLES)
        muestra.push({ path: answered, body: String(text) })
      return true
    },
    connections,
    duration: seconds,
    requests: [
      {
        method,
        path: prefix + workload.path(),
        ...(body !== undefined && { body, headers: { 'content-type': contentType } }),
        // Rewriting a request costs the generator more than the servers are to be measured by: only where calls differ.
        ...(body === undefined && {
          setupRequest(request) {
            const path = workload.path()
            asking.path = path
            return { ...request, path: prefix + path }
          },
        }),
      },
    ],
  })
  const wrong = result.non2xx - (mayRefuse ? refused : 0)
  if (wrong > 0 || result.errors > 0) {
    throw new Error(
      `${nombre} at ${base}: ${wrong} answers were not 200 (${refused} refused), ${result.errors} failed`,
    )
  }
  return {
    porSegundo: result['2xx'] / result.duration,
    p50: latencies.percentile(50) / US_PER_MS,
    p99: latencies.percentile(99) / US_PER_MS,
    llamadas: result['2xx'],
    rechazadas: refused / Math.max(1, result['2xx'] + refused),
    muestra,
  }
}
