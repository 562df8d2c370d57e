import type { Frame } from './frame.ts'
import { type PlanNodo, SALE_DEL_BLOQUE } from './plan.ts'

/** What a node came to is there for who reads it, and what follows it by that way out is queued once nothing else is missing. */
export function settle(
  frame: Frame,
  posicion: number,
  nodo: PlanNodo,
  output: unknown,
  salida: string | undefined,
): void {
  if (frame.readers[posicion] !== 0) frame.outputs[posicion] = output
  if (frame.left !== null) frame.left[posicion] = salida
  for (const slot of nodo.lee) {
    const left = (frame.readers[slot] ?? 0) - 1
    frame.readers[slot] = left
    if (left === 0) frame.outputs[slot] = undefined
  }
  for (const siguiente of nodo.siguientes) {
    const { destino } = siguiente
    if (destino === SALE_DEL_BLOQUE) continue
    if (siguiente.salida === salida) frame.taken[destino] = true
    const missing = (frame.missing[destino] ?? 0) - 1
    frame.missing[destino] = missing
    if (missing === 0) frame.queue.push(destino)
  }
}
