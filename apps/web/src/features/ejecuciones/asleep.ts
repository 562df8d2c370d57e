import type { Ejecucion, EsperaDeEjecucion, NodoEnVivo } from '@div/contract'
import { wholeTime } from '../../shared/time/time-words.ts'
import { type LiveOutcome, nodoOutcomes } from './nodo-outcomes.ts'

/** A node as a run that has not ended shows it. */
export interface ShownNodo extends Pick<NodoEnVivo, 'nodo' | 'inicio' | 'duracionMs' | 'veces'> {
  estado: LiveOutcome['estado']
}

/** What a run that sleeps has done, and what it waits for since when. In the order in which they began. */
export function asleepNodos(
  { inicio, pasos, esperas = [] }: Pick<Ejecucion, 'inicio' | 'pasos' | 'esperas'>,
  { entrada, now }: { entrada: string | undefined; now: number },
): ShownNodo[] {
  const began = Date.parse(inicio)
  // Nothing is kept of it, but it let the run begin.
  const first = entrada === undefined ? [] : [{ ...DONE_AT_ONCE, nodo: entrada, inicio: began }]
  const outcomes = nodoOutcomes(pasos)
  const done = [...outcomes].map(([nodo, { estado, durationMs, count }]) => ({
    nodo,
    estado,
    inicio: Math.min(...pasos.filter((paso) => paso.nodo === nodo).map(({ inicio }) => inicio)),
    duracionMs: durationMs,
    veces: count,
  }))
  const waiting = esperas.map(({ nodo, desde }) => {
    const inicio = Date.parse(desde)
    return { nodo, estado: 'esperando' as const, inicio, duracionMs: Math.max(0, now - inicio), veces: 0 }
  })
  const still = new Set(waiting.map(({ nodo }) => nodo))
  // Of a region other items may be over.
  return [...first, ...done.filter(({ nodo }) => !still.has(nodo)), ...firstOfEach(waiting)].toSorted(
    (left, right) => left.inicio - right.inicio,
  )
}

/** What goes on in a run; of that, what only waits for somebody or for its time. */
export function workingNodos(
  nodos: readonly NodoEnVivo[],
  esperas: readonly Pick<EsperaDeEjecucion, 'nodo'>[],
): ShownNodo[] {
  const waiting = new Set(esperas.map(({ nodo }) => nodo))
  return nodos.map((each) =>
    each.estado === 'ejecutando' && waiting.has(each.nodo) ? { ...each, estado: 'esperando' } : each,
  )
}

const DONE_AT_ONCE = { estado: 'ok', duracionMs: 0, veces: 1 } as const

function firstOfEach(waiting: readonly ShownNodo[]): ShownNodo[] {
  return [...new Map(waiting.toReversed().map((each) => [each.nodo, each])).values()]
}

/** What has to come so that a node goes on. */
export function describeEspera({ clase, vence, titulo, rol }: EsperaDeEjecucion): string {
  const until = vence === null ? null : wholeTime(Date.parse(vence))
  if (clase === 'tiempo') return `espera hasta el ${until}.`
  const latest = until === null ? ', sin plazo.' : `; como mucho hasta el ${until}.`
  if (clase === 'senal') return `espera a que alguien llame a la dirección de su señal${latest}`
  const who = rol === null || rol === 'admin' ? 'un admin' : `${rol} o admin`
  return `espera la aprobación «${titulo}», que decide ${who}${latest}`
}
