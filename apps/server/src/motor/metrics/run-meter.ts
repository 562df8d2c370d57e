import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { RollingWindow, type WindowSample } from './rolling-window.ts'

/** Seconds; from a cached look-up to a slow report. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** What a worker knows besides its runs, read when somebody scrapes. */
export interface MeterSources {
  activas(): number
  historial(): { pendientes: number; descartadas: number }
  pools(): readonly { nombre: string; activeConnections: number; idleConnections: number; waiting: number }[]
}

/** Counts one finished call of one route. Made at publish, so that a call looks nothing up. */
export type Observe = (run: { endMs: number; durationMs: number; failed: boolean }) => void

/** The measuring of one process: Prometheus' counters and the last minute for the screens. */
export function createRunMeter(sources: MeterSources) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const runs = new Counter({
    name: 'div_ejecuciones_total',
    help: 'Ejecuciones terminadas',
    labelNames: ['canal', 'proceso', 'estado'],
    registers,
  })
  const seconds = new Histogram({
    name: 'div_ejecucion_duracion_segundos',
    help: 'Duración de las ejecuciones',
    labelNames: ['canal', 'proceso'],
    buckets: DURATION_BUCKETS,
    registers,
  })
  new Gauge({
    name: 'div_ejecuciones_activas',
    help: 'Ejecuciones en curso',
    registers,
    collect() {
      this.set(sources.activas())
    },
  })
  new Gauge({
    name: 'div_pool_conexiones',
    help: 'Conexiones de cada pool',
    labelNames: ['servidor', 'estado'],
    registers,
    collect() {
      this.reset()
      for (const { nombre, activeConnections, idleConnections, waiting } of sources.pools()) {
        this.set({ servidor: nombre, estado: 'activa' }, activeConnections)
        this.set({ servidor: nombre, estado: 'libre' }, idleConnections)
        this.set({ servidor: nombre, estado: 'en_espera' }, waiting)
      }
    },
  })
  new Gauge({
    name: 'div_historial_pendientes',
    help: 'Ejecuciones que esperan a escribirse en el historial',
    registers,
    collect() {
      this.set(sources.historial().pendientes)
    },
  })
  new Gauge({
    name: 'div_historial_descartadas',
    help: 'Ejecuciones que no cupieron en el historial desde el inicio',
    registers,
    collect() {
      this.set(sources.historial().descartadas)
    },
  })

  const window = new RollingWindow()
  return {
    registry,
    sample: (nowMs: number): WindowSample => window.sample(nowMs),

    forRoute({ canal, proceso }: { canal: string; proceso: string }): Observe {
      const ok = runs.labels({ canal, proceso, estado: 'ok' })
      const failures = runs.labels({ canal, proceso, estado: 'error' })
      const duration = seconds.labels({ canal, proceso })
      return ({ endMs, durationMs, failed }) => {
        const counter = failed ? failures : ok
        counter.inc()
        duration.observe(durationMs / 1_000)
        window.record(endMs, durationMs, failed)
      }
    },
  }
}

export type RunMeter = ReturnType<typeof createRunMeter>
