import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { RollingWindow, type WindowSample } from './rolling-window.ts'
import { RunTotals } from './run-totals.ts'

/** What a worker knows besides its runs, read when somebody scrapes. */
export interface MeterSources {
  activas(): number
  historial(): { pendientes: number; descartadas: number; sinDatos: number }
  pools(): readonly { nombre: string; activeConnections: number; idleConnections: number; waiting: number }[]
}

/** Counts one finished call of one route. Made at publish, so that a call looks nothing up. */
export type Observe = (run: { endMs: number; durationMs: number; failed: boolean }) => void

/** The measuring of one process: Prometheus' counters and the last minute for the screens. */
export function createRunMeter(sources: MeterSources) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const totals = new RunTotals(registry)
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
  new Gauge({
    name: 'div_historial_sin_datos',
    help: 'Ejecuciones guardadas sin sus datos desde el inicio, por ser demasiadas en un segundo',
    registers,
    collect() {
      this.set(sources.historial().sinDatos)
    },
  })

  const window = new RollingWindow()
  return {
    registry,
    sample: (nowMs: number): WindowSample => window.sample(nowMs),

    forRoute(route: { canal: string; proceso: string }): Observe {
      const own = totals.of(route)
      return ({ endMs, durationMs, failed }) => {
        own.add(durationMs / 1_000, failed)
        window.record(endMs, durationMs, failed)
      }
    },
  }
}

export type RunMeter = ReturnType<typeof createRunMeter>
