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
    /** Of the last minute: what the chart of requests draws. */
    requests: z.int(),
    errors: z.int(),
    errorRate: z.number().nullable(),
    errorTrend: trendSchema,
    avgLatency: z.number().nullable(),
    p95Latency: z.number().nullable(),
    latencyTrend: trendSchema,
  }),
})
export type Metricas = z.infer<typeof metricasSchema>

/** From the best to the worst: refused calls are worse than the one that finds out. */
export const ESTADOS_CIRCUITO = ['cerrado', 'probando', 'abierto'] as const
export type EstadoCircuito = (typeof ESTADOS_CIRCUITO)[number]

/** Of a pool no more are told of than can be looked at. */
export const MAX_POSEEDORES = 20

/** Who holds a connection, or waits for one: which node of which run, for how long. */
export interface Poseedor {
  nodo: string
  /** Empty: nobody's run, but a person who browses. */
  idEjecucion: string
  desdeMs: number
  /** Null, as the names: of a run that is not told of, because it only just began. */
  procesoId: string | null
  canalId: string | null
  proceso: string | null
  canal: string | null
  nodoMotor: string
}

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
  circuito: EstadoCircuito
  /** For how long it has not been closed; null while it is. */
  circuitoDesdeMs: number | null
  /** Longest leases now: which node of which run holds a connection, for how long. */
  retenidas: readonly { nodo: string; idEjecucion: string; desdeMs: number }[]
  /** Who holds its connections, longest first; no more than can be looked at. */
  poseedores: readonly Poseedor[]
  /** Who waits for one, longest first; likewise. */
  enEspera: readonly Poseedor[]
}

export interface PoolsStats {
  pools: PoolStats[]
  summary: {
    errorRate: number | null
    activeConnections: number
    idleConnections: number
    maxConnections: number
    waiting: number
    /** Processes that answer calls; at work are those with a run in flight. */
    workers: { total: number; active: number; idle: number }
    /** Calls of the last minute. */
    requests: number
    errors: number
  }
}
