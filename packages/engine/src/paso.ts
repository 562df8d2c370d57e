import type { Paso } from '@div/contract'
import type { Frame } from './frame.ts'
import type { PlanNodo } from './plan.ts'

/** The span of a node that begins; null beyond the limit, where it is only counted. */
export function openPaso(frame: Frame, nodo: PlanNodo): Paso | null {
  const { run } = frame
  if (run.pasos.length >= run.ports.maxPasos) {
    run.pasosOmitidos++
    return null
  }
  const paso: Paso = {
    nodo: nodo.id,
    estado: 'ok',
    inicio: run.ports.clock.now(),
    duracionMs: 0,
    intentos: 1,
  }
  if (frame.iteracion !== null) paso.iteracion = frame.iteracion
  run.pasos.push(paso)
  return paso
}

export function closePaso(paso: Paso | null, frame: Frame, estado: Paso['estado']): void {
  if (paso === null) return
  paso.estado = estado
  paso.duracionMs = frame.run.ports.clock.now() - paso.inicio
}
