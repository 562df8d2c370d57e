import { MetricasIncompletas } from '@div/contract'
import { sql } from 'kysely'
import { RETRY_SECONDS } from '../../http/problem.ts'
import type { MotorRegister } from '../motor.ts'
import { createMetricsReader } from './cluster-metrics.ts'

/** A readiness that waits longer for the database is a no. */
const PROBE_MS = 2_000

const PUBLIC = { config: { access: 'publico' } } as const

/** Liveness, readiness and Prometheus' figures: for load balancers and scrapers of the private network, without a session. */
export const registerHealth: MotorRegister = (app, { runtime, meter, draining }) => {
  const readMetrics = createMetricsReader(meter.registry)

  app.get('/health/live', PUBLIC, async () => ({ ok: true }))

  // A worker whose database is away still answers from its plans, but takes no change: others, if there are any, should serve.
  app.get('/health/ready', PUBLIC, async (_request, reply) => {
    const baseDeDatos = await answers(sql`select 1`.execute(runtime.db))
    const ok = baseDeDatos && !draining()
    return reply.code(ok ? 200 : 503).send({ ok, baseDeDatos, cerrando: draining() })
  })

  app.get('/metrics', PUBLIC, async (_request, reply) => {
    const text = await readMetrics()
    if (text === null) throw new MetricasIncompletas({ segundos: RETRY_SECONDS })
    return reply.type(meter.registry.contentType).send(text)
  })
}

function answers(query: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PROBE_MS, false)
    query
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(timer))
  })
}
