import type { EstadoNodo, Paso } from '@div/contract'

/** A span of a node with its place in the time of its run. Milliseconds. */
export interface PlacedPaso {
  id: string
  paso: Paso
  label: string
  estado: EstadoNodo
  depth: number
  startMs: number
  /** Null: it was passed over. */
  durationMs: number | null
}

export interface PlacedTrace {
  pasos: readonly PlacedPaso[]
  totalMs: number
}

/** The spans of a run in the order in which they began; those of an item lie inside their region. `nombres` are the nodes' by id. */
export function placePasos(pasos: readonly Paso[], nombres: ReadonlyMap<string, string>): PlacedTrace {
  const began = pasos.reduce((least, { inicio }) => Math.min(least, inicio), Number.POSITIVE_INFINITY)
  const placed = pasos.map((paso, index) => ({
    id: `${paso.nodo}/${index}`,
    paso,
    label: labelOf(paso, nombres),
    estado: paso.estado,
    depth: paso.iteracion?.length ?? 0,
    startMs: Math.max(0, paso.inicio - began),
    durationMs: paso.estado === 'omitido' ? null : paso.duracionMs,
  }))
  const totalMs = placed.reduce(
    (most, { startMs, durationMs }) => Math.max(most, startMs + (durationMs ?? 0)),
    0,
  )
  return { pasos: placed.toSorted((left, right) => left.startMs - right.startMs), totalMs }
}

/** People count items from one. */
function labelOf(
  { nodo, compensa, iteracion, iteraciones }: Paso,
  nombres: ReadonlyMap<string, string>,
): string {
  const nombreOf = (id: string) => nombres.get(id) ?? id
  const undoes = compensa === undefined ? '' : ` · deshace «${nombreOf(compensa)}»`
  const nombre = `${nombreOf(nodo)}${undoes}`
  if (iteracion === undefined) return nombre
  const place = iteracion.map((index) => index + 1).join('.')
  if (iteraciones === undefined) return `${nombre} · elemento ${place}`
  return `${nombre} · ${iteraciones.toLocaleString('es')} elementos desde el ${place}`
}

/** Where somebody looks first: what failed, or else what the run ended with, which is nothing that it passed over. */
export function firstLook({ pasos }: PlacedTrace): string | null {
  // An error that went on by its handle is not what ended the run.
  const failed = pasos.findLast(({ estado, paso }) => estado === 'error' && paso.rama === undefined)
  return (failed ?? pasos.findLast(({ estado }) => estado !== 'omitido'))?.id ?? null
}

/** Of the spans of a node the one that failed, or else the first. */
export function firstOf({ pasos }: PlacedTrace, nodo: string): string | null {
  const own = pasos.filter(({ paso }) => paso.nodo === nodo)
  return (own.find(({ estado }) => estado === 'error') ?? own[0])?.id ?? null
}
