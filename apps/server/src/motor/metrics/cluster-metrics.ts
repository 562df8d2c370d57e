import cluster from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { z } from 'zod'

const REQUEST = 'div:metrics-request'
const ANSWER = 'div:metrics-answer'
const WAIT_MS = 3_000

const requestSchema = z.object({ type: z.literal(REQUEST), id: z.number() })
const answerSchema = z.object({ type: z.literal(ANSWER), id: z.number(), text: z.string().nullable() })

/** In the supervisor: adds up the workers' metrics when one of them is scraped. All workers share one port, so any may be. */
export function answerMetricsRequests(): void {
  const aggregator = new AggregatorRegistry()
  cluster.on('message', (worker, message) => {
    const request = requestSchema.safeParse(message)
    if (!request.success) return
    const answer = (text: string | null) => worker.send({ type: ANSWER, id: request.data.id, text })
    // A worker that dies while it is asked leaves the sum incomplete: no answer is truer than a wrong one.
    aggregator.clusterMetrics().then(answer, () => answer(null))
  })
}

/** In a worker: the text of all workers of this supervisor; alone (tests, a single process) its own. */
export function createMetricsReader(registry: Registry): () => Promise<string | null> {
  if (!cluster.isWorker) return () => registry.metrics()
  // Constructing it makes this worker answer the supervisor's collection.
  new AggregatorRegistry()
  AggregatorRegistry.setRegistries([registry])

  const waiting = new Map<number, (text: string | null) => void>()
  let lastId = 0
  process.on('message', (message) => {
    const answer = answerSchema.safeParse(message)
    if (answer.success) waiting.get(answer.data.id)?.(answer.data.text)
  })
  return () =>
    new Promise((resolve) => {
      const id = ++lastId
      const settle = (text: string | null) => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(text)
      }
      const timer = setTimeout(settle, WAIT_MS, null)
      waiting.set(id, settle)
      process.send?.({ type: REQUEST, id })
    })
}
