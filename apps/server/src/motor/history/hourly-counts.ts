import { classOf, LATENCY_BOUNDS } from '../metrics/rolling-window.ts'

const HOUR_MS = 3_600_000

/** What the runs of one proceso through one canal (null: through none) came to in one hour. */
export interface HourlyCount {
  /** ISO 8601: the full hour. */
  hora: string
  proceso_id: string
  canal_id: string | null
  total: number
  errores: number
  suma_ms: number
  clases: number[]
  maxima_ms: number
  ultima: string
  ultima_id: string
  ultimo_estado: string
}

interface CountedRun {
  id: string
  procesoId: string
  canalId: string | null
  estado: string
  duracionMs: number
}

/** While it is added to, moments are numbers: two dates a run would cost more than all the rest. */
interface Sum extends Omit<HourlyCount, 'hora' | 'ultima'> {
  /** Hours since the epoch. */
  hour: number
  ultimaMs: number
}

/** Adds up finished runs until somebody takes the sums. */
export class HourlyCounts {
  /** By proceso, which is usually called through one canal: a key made for each run would cost ten times as much. */
  #sums = new Map<string, Sum[]>()

  /** `inicio` in epoch milliseconds. */
  add({ id, procesoId, canalId, estado, duracionMs }: CountedRun, inicio: number): void {
    const hour = Math.floor(inicio / HOUR_MS)
    let sums = this.#sums.get(procesoId)
    if (sums === undefined) {
      sums = []
      this.#sums.set(procesoId, sums)
    }
    let sum = find(sums, hour, canalId)
    if (sum === undefined) {
      sum = newSum({ procesoId, canalId, hour })
      sums.push(sum)
    }
    sum.total++
    if (estado === 'error') sum.errores++
    sum.suma_ms += duracionMs
    if (duracionMs > sum.maxima_ms) sum.maxima_ms = duracionMs
    const index = classOf(duracionMs)
    sum.clases[index] = (sum.clases[index] ?? 0) + 1
    if (inicio < sum.ultimaMs) return
    sum.ultimaMs = inicio
    sum.ultima_id = id
    sum.ultimo_estado = estado
  }

  /** In one order for everybody: two writers that met in another one would wait for each other for ever. */
  take(): HourlyCount[] {
    const sums = [...this.#sums.values()].flat()
    this.#sums = new Map()
    return sums
      .map(({ hour, ultimaMs, ...sum }) => ({
        ...sum,
        hora: new Date(hour * HOUR_MS).toISOString(),
        ultima: new Date(ultimaMs).toISOString(),
      }))
      .sort((left, right) => (orderOf(left) < orderOf(right) ? -1 : 1))
  }

  /** What could not be written comes back; what came meanwhile is added to it. */
  giveBack(counts: readonly HourlyCount[]): void {
    for (const { hora, ultima, ...count } of counts) {
      const given = { ...count, hour: Date.parse(hora) / HOUR_MS, ultimaMs: Date.parse(ultima) }
      const sums = this.#sums.get(count.proceso_id) ?? []
      const newer = find(sums, given.hour, count.canal_id)
      const others = sums.filter((sum) => sum !== newer)
      this.#sums.set(count.proceso_id, [...others, newer === undefined ? given : addSums(given, newer)])
    }
  }
}

function find(sums: readonly Sum[], hour: number, canalId: string | null): Sum | undefined {
  for (const sum of sums) if (sum.hour === hour && sum.canal_id === canalId) return sum
  return undefined
}

function newSum({
  procesoId,
  canalId,
  hour,
}: {
  procesoId: string
  canalId: string | null
  hour: number
}): Sum {
  return {
    hour,
    proceso_id: procesoId,
    canal_id: canalId,
    total: 0,
    errores: 0,
    suma_ms: 0,
    clases: new Array<number>(LATENCY_BOUNDS.length + 1).fill(0),
    maxima_ms: 0,
    ultimaMs: 0,
    ultima_id: '',
    ultimo_estado: '',
  }
}

function orderOf({ proceso_id, hora, canal_id }: HourlyCount): string {
  return `${proceso_id} ${hora} ${canal_id}`
}

function addSums(left: Sum, right: Sum): Sum {
  const last = left.ultimaMs > right.ultimaMs ? left : right
  return {
    ...last,
    total: left.total + right.total,
    errores: left.errores + right.errores,
    suma_ms: left.suma_ms + right.suma_ms,
    clases: left.clases.map((count, index) => count + (right.clases[index] ?? 0)),
    maxima_ms: Math.max(left.maxima_ms, right.maxima_ms),
  }
}
