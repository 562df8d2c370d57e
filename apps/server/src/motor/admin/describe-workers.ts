import { countWorkers, type NodoVivo } from '../metrics/cluster.ts'

/** One process of the product, as `GET /admin/workers` shows it. Durations in milliseconds. */
export interface Worker {
  id: string
  rol: NodoVivo['rol']
  equipo: string
  pid: number
  version: string
  inicio: Date
  latido: Date
  /** Runs under way. */
  activas: number
  /** Of the last minute. */
  ejecuciones: number
  errores: number
  avgLatencyMs: number | null
  memoriaBytes: number
  historial: { pendientes: number; descartadas: number }
}

export function describeWorkers(nodos: readonly NodoVivo[]): {
  workers: Worker[]
  summary: ReturnType<typeof countWorkers>
} {
  return { workers: nodos.map(describe), summary: countWorkers(nodos) }
}

function describe({ id, rol, inicio, latido, datos }: NodoVivo): Worker {
  const { host, pid, version, activas, ventana, memoriaBytes, historial } = datos
  const { requests, errors, totalMs } = ventana
  return {
    id,
    rol,
    equipo: host,
    pid,
    version,
    inicio,
    latido,
    activas,
    ejecuciones: requests,
    errores: errors,
    avgLatencyMs: requests === 0 ? null : totalMs / requests,
    memoriaBytes,
    historial: { pendientes: historial.pendientes, descartadas: historial.descartadas },
  }
}
