import {
  COMPENSAR,
  countElementos,
  type ErrorDeNodo,
  type EstadoNodo,
  type NodoEnVivo,
  type Paso,
} from '@div/contract'
import { describeMs } from '@div/ui'

/** How a node came out in a run, or how far it has come: of one in a region, all its items together. */
export interface NodoRun {
  /** Null: no run is shown. */
  readonly estado: EstadoNodo | 'ejecutando' | null
  /** `3 ms · 12 filas`. */
  readonly text: string
  /** How often it left by each way out; the empty name is the normal one. */
  readonly ramas: Readonly<Record<string, number>>
  /** How many things it put out; null of what is not many. */
  readonly elementos: number | null
  /** Why it failed. */
  readonly error?: Pick<ErrorDeNodo, 'codigo' | 'mensaje'>
  /** It was changed since, or something before it was. */
  readonly isStale?: boolean
  /** Test runs take what is pinned here. */
  readonly fijado: boolean
}

/** What is known of runs; what goes on counts more than what was. */
export interface RunsShown {
  resultado: { readonly pasos: readonly Paso[] } | null
  enVivo: ReadonlyMap<string, NodoEnVivo> | null
  fijados: Readonly<Record<string, unknown>>
  /** What was changed since it ran. */
  stale: ReadonlySet<string>
}

/** What ran worst tells how a node came out. */
const WORST: readonly EstadoNodo[] = ['error', 'cancelado', 'ok', 'omitido']

export function runsOf({ resultado, enVivo, fijados, stale }: RunsShown): ReadonlyMap<string, NodoRun> {
  const runs = new Map<string, NodoRun>()
  for (const id of Object.keys(fijados)) runs.set(id, NOT_RUN)
  const isPinned = (id: string) => Object.hasOwn(fijados, id)
  if (enVivo !== null) {
    for (const [id, nodo] of enVivo) runs.set(id, { ...liveRunOf(nodo), fijado: isPinned(id) })
    return runs
  }
  for (const [id, pasos] of Map.groupBy(resultado?.pasos ?? [], ({ nodo }) => nodo))
    runs.set(id, { ...runOf(pasos), ...(stale.has(id) && STALE), fijado: isPinned(id) })
  return runs
}

/** A mark stands before the others. */
const wordOf = (estado: EstadoNodo) => (estado === 'cancelado' ? 'Cancelado' : null)

const STALE = { isStale: true, text: 'De antes del cambio' }
const NOT_RUN: NodoRun = { estado: null, text: '', ramas: {}, elementos: null, fijado: true }

function liveRunOf({ estado, duracionMs, veces, elementos, ramas }: NodoEnVivo): Omit<NodoRun, 'fijado'> {
  const times = veces > 1 ? many(veces, 'veces') : elementos === null ? null : many(elementos, 'elementos')
  const parts =
    estado === 'ejecutando'
      ? ['Ejecutando…', veces > 0 ? times : null]
      : [wordOf(estado), describeMs(duracionMs), times]
  return { estado, text: estado === 'omitido' ? 'Omitido' : join(parts), ramas, elementos }
}

function runOf(pasos: readonly Paso[]): Omit<NodoRun, 'fijado'> {
  const estado = WORST.find((each) => pasos.some((paso) => paso.estado === each)) ?? 'ok'
  const times = pasos.reduce((total, { iteraciones = 1 }) => total + iteraciones, 0)
  const ms = pasos.reduce((total, { duracionMs }) => total + duracionMs, 0)
  const counted = times === 1 ? countElementos(pasos[0]?.salida) : null
  const items = times === 1 ? counted && many(counted.total, counted.son) : many(times, 'veces')
  const ramas: Record<string, number> = {}
  for (const paso of pasos) {
    const { rama = '', iteraciones = 1 } = paso
    if (paso.estado === 'ok' || paso.rama !== undefined) ramas[rama] = (ramas[rama] ?? 0) + iteraciones
  }
  const error = pasos.find((paso) => paso.estado === 'error')?.error
  return {
    estado,
    text: estado === 'omitido' ? 'Omitido' : join([error?.codigo ?? wordOf(estado), describeMs(ms), items]),
    ...(error && { error }),
    ramas,
    elementos: counted?.total ?? null,
  }
}

const ONE = { filas: 'fila', elementos: 'elemento', veces: 'vez' }

const many = (count: number, words: keyof typeof ONE) =>
  count === 1 ? `1 ${ONE[words]}` : `${count.toLocaleString('es')} ${words}`

const join = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join(' · ')

/** How much went over a connection: how often, or of one time how many things. Null: nothing did. */
export function flowOf(
  origen: NodoRun | undefined,
  destino: NodoRun | undefined,
  salida: string,
): number | null {
  if (origen === undefined || origen.estado === null || destino === undefined) return null
  // What opens a region leaves it for each item, and tells of itself once.
  if (salida === 'elemento' || salida === COMPENSAR) return sum(destino.ramas) || null
  const times = origen.ramas[salida] ?? 0
  return times === 1 ? (origen.elementos ?? 1) : times || null
}

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, each) => total + each, 0)
