/** Percent against the sample before; null when that one is missing or zero (spec, 5). */
export type Trend = number | null

/** The home metrics object (spec, 3). */
export interface Metricas {
  canales: { active: number | null; trend: Trend }
  workers: { total: number; active: number; idle: number; trend: Trend }
  pools: { connections: number; capacity: number; efficiency: number | null; trend: Trend }
  performance: {
    errorRate: number | null
    errorTrend: Trend
    avgLatency: number | null
    p95Latency: number | null
    latencyTrend: Trend
  }
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
