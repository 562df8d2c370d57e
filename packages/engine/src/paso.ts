import type { Paso } from '@div/contract'
import type { Frame } from './frame.ts'
import type { PlanNodo } from './plan.ts'
import type { Run } from './run.ts'

/** The span of a node that begins; null beyond the limit, where it is only counted. */
export function openPaso(frame: Frame, nodo: PlanNodo): Paso | null {
  const paso: Paso = {
    nodo: nodo.id,
    estado: 'ok',
    inicio: frame.run.ports.clock.now(),
    duracionMs: 0,
    intentos: 1,
  }
  if (frame.iteracion !== null) paso.iteracion = frame.iteracion
  if (frame.run.compensa !== null) paso.compensa = frame.run.compensa
  if (frame.detallado && !recordPaso(frame.run, paso)) return null
  frame.run.input.watched?.open.add(paso)
  return paso
}

export function closePaso(paso: Paso | null, frame: Frame, nodo: PlanNodo, estado: Paso['estado']): void {
  if (paso === null) return
  paso.estado = estado
  paso.duracionMs = frame.run.ports.clock.now() - paso.inicio
  frame.run.input.watched?.open.delete(paso)
  if (!frame.detallado) tellTogether(paso, frame, nodo)
}

/** The spans of nodes that wait for something now. */
export function* listOpen(frames: Iterable<Frame>): Generator<Paso> {
  for (const { waiting } of frames) {
    for (const { paso, listFrames } of waiting) {
      if (paso !== null) yield paso
      if (listFrames !== null) yield* listOpen(listFrames())
    }
  }
}

/** A span of an earlier attempt of the run. */
export function keepPaso(paso: Paso, frame: Frame, nodo: PlanNodo): void {
  if (frame.detallado) recordPaso(frame.run, paso)
  else tellTogether(paso, frame, nodo)
}

function tellTogether(paso: Paso, frame: Frame, nodo: PlanNodo): void {
  // What went wrong is told with the item it went wrong with.
  if (paso.error !== undefined || paso.aviso !== undefined) recordPaso(frame.run, paso)
  else gather(frame.run, nodo, paso)
}

/** Items beyond the first ones are told together, and half of the spans are kept for what comes after a region. */
export function isDetailed(parent: Frame, indice: number): boolean {
  const { pasos, ports } = parent.run
  return parent.detallado && indice < ports.iteraciones && pasos.length < ports.maxPasos / 2
}

/** False: beyond the limit it is only counted. */
export function recordPaso(run: Run, paso: Paso): boolean {
  if (run.pasos.length < run.ports.maxPasos) {
    run.pasos.push(paso)
    return true
  }
  run.pasosOmitidos++
  return false
}

/** Adds a span to the one that tells of those of its node that ended alike. */
function gather(run: Run, nodo: PlanNodo, paso: Paso): void {
  const { duracionMs, intentos } = paso
  addTo(findReunido(run, nodo, paso), { duracionMs, intentos, iteraciones: 1 })
}

/** More items of which the span tells. */
export function addTo(
  reunido: Paso,
  { duracionMs, intentos, iteraciones }: { duracionMs: number; intentos: number; iteraciones: number },
): void {
  reunido.iteraciones = (reunido.iteraciones ?? 0) + iteraciones
  reunido.duracionMs += duracionMs
  reunido.intentos += intentos
}

/** The span that tells of those of the node that end in this state and by this handle; begun with the first of them. */
export function findReunido(
  run: Run,
  nodo: PlanNodo,
  { estado, rama, inicio, iteracion }: Pick<Paso, 'estado' | 'rama' | 'inicio' | 'iteracion'>,
): Paso {
  run.reunidos ??= new Map()
  const known = run.reunidos.get(nodo)
  const alike = known?.find((each) => each.estado === estado && each.rama === rama)
  if (alike) return alike
  const reunido: Paso = { nodo: nodo.id, estado, inicio, duracionMs: 0, intentos: 0, iteraciones: 0 }
  if (run.compensa !== null) reunido.compensa = run.compensa
  if (iteracion !== undefined) reunido.iteracion = iteracion
  if (rama !== undefined) reunido.rama = rama
  recordPaso(run, reunido)
  if (known) known.push(reunido)
  else run.reunidos.set(nodo, [reunido])
  return reunido
}
