import { z } from 'zod'

/** Percent against the sample before; null when that one is missing or zero (spec, 5). */
const trendSchema = z.number().nullable()
export type Trend = z.infer<typeof trendSchema>

/** The home metrics object (spec, 3). */
export const metricasSchema = z.strictObject({
  canales: z.strictObject({ active: z.int().nullable(), trend: trendSchema }),
  workers: z.strictObject({ total: z.int(), active: z.int(), idle: z.int(), trend: trendSchema }),
  pools: z.strictObject({
    connections: z.int(),
    capacity: z.int(),
    efficiency: z.number().nullable(),
    trend: trendSchema,
  }),
  performance: z.strictObject({
    errorRate: z.number().nullable(),
    errorTrend: trendSchema,
    avgLatency: z.number().nullable(),
    p95Latency: z.number().nullable(),
    latencyTrend: trendSchema,
  }),
})
export type Metricas = z.infer<typeof metricasSchema>

/** One pool of `GET /admin/pools/stats`. */
export interface PoolStats {
  id: string
  nombre: string
  tipoServidor: string
  activeConnections: number
  idleConnections: number
  maxConnections: number
  /** Calls that wait for a connection. */
  waiting: number
  /** Percent of leases served by a connection that was already open; null before the first lease. */
  reuseRate: number | null
  avgLatencyMs: number | null
  errorRate: number | null
  circuito: 'cerrado' | 'abierto' | 'probando'
  /** Longest leases now: which node of which run holds a connection, for how long. */
  retenidas: readonly { nodo: string; idEjecucion: string; desdeMs: number }[]
}

export interface PoolsStats {
  pools: PoolStats[]
  summary: {
    errorRate: number | null
    activeConnections: number
    idleConnections: number
    maxConnections: number
    waiting: number
  }
}
