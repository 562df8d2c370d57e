import {
  ESTADOS_CIRCUITO,
  MAX_POSEEDORES,
  type Metricas,
  type PoolStats,
  type PoolsStats,
  type Poseedor,
  type Trend,
} from '@div/contract'
import type { FalloDeExportacion } from '../otel/watch-exporter.ts'
import type { ToldRun } from '../runtime/runs-in-flight.ts'
import { addSamples, emptySample, quantile, type WindowSample } from './rolling-window.ts'

/** What every process of the product writes of itself, once a second (`nodos_motor.datos`). */
export interface Latido {
  version: string
  /** The processes that one supervisor started. */
  nodo: string
  host: string
  pid: number
  /** Runs in flight at this moment. */
  activas: number
  /** The longest of them, oldest first. */
  enCurso: ToldRun[]
  /** Of the last minute. */
  ventana: WindowSample
  pools: PoolStats[]
  historial: { pendientes: number; escritas: number; descartadas: number }
  memoriaBytes: number
  /** Share of one core since the heartbeat before. */
  cpu: number
  /** How late the event loop was since then, at the 99th percentile. */
  retrasoMs: number
  /** Why the collector did not take what was sent to it last. */
  falloDeExportacion: FalloDeExportacion | null
  /** Published versions that are compiled. */
  planes: number
}

export interface NodoVivo {
  id: string
  rol: 'api' | 'motor'
  inicio: Date
  latido: Date
  datos: Latido
}

/** A sample of the whole cluster, as it is stored to compare later ones with. */
export interface ClusterSample {
  canales: number
  workers: { total: number; active: number }
  pools: { connections: number; capacity: number; efficiency: number | null }
  requests: number
  errors: number
  errorRate: number | null
  avgLatency: number | null
  p95Latency: number | null
}

export function sampleCluster(nodos: readonly NodoVivo[], canalesActivos: number): ClusterSample {
  const { total, active } = countWorkers(nodos)
  const pools = nodos.flatMap(({ datos }) => datos.pools)
  const window = lastMinute(nodos)
  return {
    canales: canalesActivos,
    workers: { total, active },
    pools: {
      connections: sum(pools, (pool) => pool.activeConnections + pool.idleConnections),
      capacity: sum(pools, (pool) => pool.maxConnections),
      efficiency: average(pools.map((pool) => pool.reuseRate)),
    },
    requests: window.requests,
    errors: window.errors,
    errorRate: window.requests === 0 ? null : (window.errors / window.requests) * 100,
    avgLatency: window.requests === 0 ? null : window.totalMs / window.requests,
    p95Latency: quantile(window, 0.95),
  }
}

/** The processes that answer calls. */
export function countWorkers(nodos: readonly NodoVivo[]): { total: number; active: number; idle: number } {
  const workers = nodos.filter(({ rol }) => rol === 'motor')
  const active = workers.filter(({ datos }) => datos.activas > 0).length
  return { total: workers.length, active, idle: workers.length - active }
}

/** The calls that they answered. */
function lastMinute(nodos: readonly NodoVivo[]): WindowSample {
  const windows = nodos.filter(({ rol }) => rol === 'motor').map(({ datos }) => datos.ventana)
  return windows.length > 0 ? addSamples(windows) : emptySample()
}

/** The home metrics object; each trend compares with `before`, the sample before this one. */
export function toMetricas(now: ClusterSample, before: ClusterSample | null): Metricas {
  return {
    canales: { active: now.canales, trend: trend(now.canales, before?.canales) },
    workers: {
      ...now.workers,
      idle: now.workers.total - now.workers.active,
      trend: trend(now.workers.total, before?.workers.total),
    },
    pools: { ...now.pools, trend: trend(now.pools.connections, before?.pools.connections) },
    performance: {
      requests: now.requests,
      errors: now.errors,
      errorRate: now.errorRate,
      errorTrend: trend(now.errorRate, before?.errorRate),
      avgLatency: now.avgLatency,
      p95Latency: now.p95Latency,
      latencyTrend: trend(now.avgLatency, before?.avgLatency),
    },
  }
}

/** Percent against the value before; null when either is missing or the one before is zero (spec, 5). */
export function trend(current: number | null, previous: number | null | undefined): Trend {
  if (current === null || previous === null || previous === undefined || previous === 0) return null
  return ((current - previous) / previous) * 100
}

/** One entry a server: the pools that the nodes hold of it are added up. */
export function mergePools(nodos: readonly NodoVivo[]): PoolsStats {
  const byServidor = Map.groupBy(
    nodos.flatMap(({ datos }) => datos.pools),
    (pool) => pool.id,
  )
  const pools = [...byServidor.values()].flatMap((parts) => mergePool(parts) ?? [])
  const window = lastMinute(nodos)
  return {
    pools,
    summary: {
      errorRate: window.requests === 0 ? null : (window.errors / window.requests) * 100,
      activeConnections: sum(pools, (pool) => pool.activeConnections),
      idleConnections: sum(pools, (pool) => pool.idleConnections),
      maxConnections: sum(pools, (pool) => pool.maxConnections),
      waiting: sum(pools, (pool) => pool.waiting),
      workers: countWorkers(nodos),
      requests: window.requests,
      errors: window.errors,
    },
  }
}

function mergePool(parts: readonly PoolStats[]): PoolStats | undefined {
  const [first] = parts
  if (!first) return undefined
  return {
    id: first.id,
    nombre: first.nombre,
    tipoServidor: first.tipoServidor,
    activeConnections: sum(parts, (pool) => pool.activeConnections),
    idleConnections: sum(parts, (pool) => pool.idleConnections),
    maxConnections: sum(parts, (pool) => pool.maxConnections),
    waiting: sum(parts, (pool) => pool.waiting),
    reuseRate: average(parts.map((pool) => pool.reuseRate)),
    avgLatencyMs: average(parts.map((pool) => pool.avgLatencyMs)),
    errorRate: average(parts.map((pool) => pool.errorRate)),
    // The worst of the nodes: an open circuit anywhere is what an operator must see.
    circuito:
      ESTADOS_CIRCUITO.findLast((state) => parts.some((pool) => pool.circuito === state)) ?? 'cerrado',
    circuitoDesdeMs: longest(parts.map((pool) => pool.circuitoDesdeMs)),
    retenidas: parts.flatMap((pool) => pool.retenidas),
    poseedores: longestFirst(parts.flatMap((pool) => pool.poseedores)),
    enEspera: longestFirst(parts.flatMap((pool) => pool.enEspera)),
  }
}

function longest(durations: readonly (number | null)[]): number | null {
  const known = durations.filter((duration) => duration !== null)
  return known.length === 0 ? null : Math.max(...known)
}

function longestFirst(poseedores: readonly Poseedor[]): Poseedor[] {
  return poseedores.toSorted((left, right) => right.desdeMs - left.desdeMs).slice(0, MAX_POSEEDORES)
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}

/** Of the finite numbers only (spec, 5): a pool that has served nothing yet has no rate to average. */
function average(values: readonly (number | null)[]): number | null {
  const finite = values.filter((value) => value !== null && Number.isFinite(value))
  return finite.length === 0 ? null : sum(finite, (value) => value ?? 0) / finite.length
}
