import { Frame, NO_NODES } from './frame.ts'
import type { PlanCompensacion, PlanNodo } from './plan.ts'
import type { Run } from './run.ts'

/** What undoing a node reads of a block around it, as it was when the node had finished. */
interface Entorno {
  /** By the nodes that put them out. */
  salidas: Readonly<Record<string, unknown>>
  /** Of a region's item. */
  elemento: unknown
  indice: number
  total: number | null
}

/** What undoing a node needs when its run is over. */
export interface Compensable {
  /** Later ones are undone first. */
  orden: number
  /** From the block of the node outwards. */
  entornos: readonly Entorno[]
}

/** It answered: what it did is there, whatever becomes of the run. */
export function noteEffect(frame: Frame, posicion: number, { compensacion }: PlanNodo): void {
  if (compensacion === null) return
  frame.effects ??= new Set()
  frame.effects.add(posicion)
}

/** What undoing a node will read; null: nothing undoes it, or its effect has not happened. Its own output stands in no frame yet. */
export function captureEntornos(frame: Frame, posicion: number, output: unknown): Entorno[] | null {
  const compensacion = frame.bloque.nodos[posicion]?.compensacion
  if (!compensacion || !frame.effects?.delete(posicion)) return null
  const entornos: Entorno[] = []
  let around: Frame | null = frame
  for (const lee of compensacion.lee) {
    if (around === null) break
    const { outputs, elemento, indice, total } = around
    const own = around === frame ? posicion : null
    const salidas = lee.map(({ nodo, slot }) => [nodo, slot === own ? output : outputs[slot]] as const)
    entornos.push({ salidas: Object.fromEntries(salidas), elemento, indice, total })
    around = around.parent
  }
  return entornos
}

/** A frame in which a node is undone: what it reads around it is as it was. */
export function frameToUndo(
  run: Run,
  { bloque, lee }: PlanCompensacion,
  { compensable, iteracion }: { compensable: Compensable; iteracion: readonly number[] | null },
): Frame {
  const parent = compensable.entornos.reduceRight<Frame | null>((outer, entorno, level) => {
    const frame = new Frame(run, NO_NODES, outer)
    for (const { nodo, slot } of lee[level] ?? []) frame.outputs[slot] = entorno.salidas[nodo]
    return takeItem(frame, entorno)
  }, null)
  const frame = new Frame(run, bloque, parent)
  frame.iteracion = iteracion
  return parent === null ? frame : takeItem(frame, parent)
}

function takeItem(frame: Frame, { elemento, indice, total }: Omit<Entorno, 'salidas'>): Frame {
  frame.elemento = elemento
  frame.indice = indice
  frame.total = total
  return frame
}
