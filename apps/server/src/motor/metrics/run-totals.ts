import { Counter, Histogram, type Registry } from 'prom-client'

/** Seconds; from a cached look-up to a night's work. */
const BUCKETS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600,
]
const DURATIONS = { name: 'div_ejecucion_duracion_segundos', help: 'Duración de las ejecuciones' }

interface Route {
  canal: string
  proceso: string
}

/** What the runs of one route came to since the start. */
class RouteTotals {
  readonly labels: Route
  ok = 0
  errors = 0
  seconds = 0
  /** Of each bucket those that are in none before it; the last is open. */
  readonly buckets = new Array<number>(BUCKETS.length + 1).fill(0)

  constructor(labels: Route) {
    this.labels = labels
  }

  add(seconds: number, failed: boolean): void {
    if (failed) this.errors++
    else this.ok++
    this.seconds += seconds
    let index = 0
    while (index < BUCKETS.length && seconds > (BUCKETS[index] ?? 0)) index++
    this.buckets[index] = (this.buckets[index] ?? 0) + 1
  }
}

/** Counts and durations of runs. Prometheus' own objects look their labels up at every run: they are told when somebody asks. */
export class RunTotals {
  readonly #routes = new Map<string, RouteTotals>()

  constructor(registry: Registry) {
    const registers = [registry]
    const routes = () => this.#routes.values()
    new Counter({
      name: 'div_ejecuciones_total',
      help: 'Ejecuciones terminadas',
      labelNames: ['canal', 'proceso', 'estado'],
      registers,
      collect() {
        this.reset()
        for (const { labels, ok, errors } of routes()) {
          this.inc({ ...labels, estado: 'ok' }, ok)
          this.inc({ ...labels, estado: 'error' }, errors)
        }
      },
    })
    registry.registerMetric(new Durations(routes))
  }

  /** Of one route, also when it is published again. */
  of(route: Route): RouteTotals {
    const key = JSON.stringify([route.canal, route.proceso])
    const known = this.#routes.get(key)
    if (known) return known
    const fresh = new RouteTotals(route)
    this.#routes.set(key, fresh)
    return fresh
  }
}

/** Says what the routes have, in place of what it would have observed. */
class Durations extends Histogram {
  readonly #routes: () => Iterable<RouteTotals>

  constructor(routes: () => Iterable<RouteTotals>) {
    super({ ...DURATIONS, registers: [] })
    this.#routes = routes
  }

  /** What registries ask for, also through `get`. */
  async getForPromString() {
    return {
      ...DURATIONS,
      type: 'histogram',
      aggregator: 'sum',
      values: [...this.#routes()].flatMap(valuesOf),
    }
  }
}

function valuesOf({ labels, buckets, seconds, ok, errors }: RouteTotals) {
  const { name } = DURATIONS
  let below = 0
  const counted = buckets.map((count, index) => {
    below += count
    return { metricName: `${name}_bucket`, value: below, labels: { le: BUCKETS[index] ?? '+Inf', ...labels } }
  })
  return [
    ...counted,
    { metricName: `${name}_sum`, value: seconds, labels },
    { metricName: `${name}_count`, value: ok + errors, labels },
  ].map((value) => ({ ...value, sharedLabels: {} }))
}
