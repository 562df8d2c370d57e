import type { EstadoNodo, Paso, ResultadoDeEjecucion } from '@div/contract'
import { describeMs } from '@div/ui'
import { NORMAL } from '../document/nodo-handles.ts'

/** How a node came out in a run: of one in a region, of all its items together. */
export interface NodoRun {
  readonly estado: EstadoNodo
  /** `3 ms · 12 filas`. */
  readonly text: string
  /** The way out that was taken. */
  readonly rama: string
}

/** What ran worst tells how a node came out. */
const WORST: readonly EstadoNodo[] = ['error', 'cancelado', 'ok', 'omitido']

export function runsOf(resultado: ResultadoDeEjecucion | null): ReadonlyMap<string, NodoRun> {
  const byNodo = Map.groupBy(resultado?.pasos ?? [], ({ nodo }) => nodo)
  return new Map([...byNodo].map(([nodo, pasos]) => [nodo, runOf(pasos)]))
}

function runOf(pasos: readonly Paso[]): NodoRun {
  const estado = WORST.find((each) => pasos.some((paso) => paso.estado === each)) ?? 'ok'
  const times = pasos.reduce((total, { iteraciones = 1 }) => total + iteraciones, 0)
  const ms = pasos.reduce((total, { duracionMs }) => total + duracionMs, 0)
  const [first] = pasos
  const items = times === 1 ? countItems(first?.salida) : `${times.toLocaleString('es')} veces`
  const parts = estado === 'omitido' ? ['Omitido'] : [describeMs(ms), items]
  return {
    estado,
    text: parts.filter((part) => part !== null).join(' · '),
    rama: first?.rama ?? NORMAL,
  }
}

/** How many things a node put out; null of what is not many. */
function countItems(salida: unknown): string | null {
  if (Array.isArray(salida)) return many(salida.length, 'elemento')
  if (typeof salida !== 'object' || salida === null) return null
  if ('filas' in salida && Array.isArray(salida.filas)) return many(salida.filas.length, 'fila')
  if ('elementos' in salida && Array.isArray(salida.elementos))
    return many(salida.elementos.length, 'elemento')
  return null
}

const many = (count: number, word: string) =>
  count === 1 ? `1 ${word}` : `${count.toLocaleString('es')} ${word}s`
