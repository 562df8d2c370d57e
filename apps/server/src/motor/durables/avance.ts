import { type Paso, wallShift } from '@div/contract'
import type { Punto } from '@div/engine'
import type { EsperaGuardada } from './esperas-repository.ts'
import { readIteracion } from './iteracion.ts'

/** How far a durable run has come. */
export interface Avance {
  comenzada: Date
  /** Spans of the nodes that it has kept, with what was kept of what they gave, in the order in which they began. */
  pasos: readonly Paso[]
  /** Those that are too many to be told. */
  omitidos: number
  /** What it sleeps for. */
  esperas: readonly EsperaGuardada[]
}

/** The span of what another run did takes no time of this one. */
export function notBefore(began: Date, { paso, ...punto }: Punto): Punto {
  const inicio = began.getTime() - wallShift()
  if (paso === null || paso.inicio + paso.duracionMs > inicio) return { ...punto, paso }
  return { ...punto, paso: { ...paso, inicio, duracionMs: 0 } }
}

/** The span of a node, with what it gave where somebody was to read it. */
export function pasoOf({ paso, valor }: Punto): Paso | null {
  return paso?.estado === 'ok' && valor !== undefined ? { ...paso, salida: valor } : paso
}

/** What a run that ends now has done; whatever it waited for is over, too. */
export function pasosUntil(fin: number, { pasos, esperas }: Avance): Paso[] {
  return [...pasos, ...esperas.map((espera) => cancelledPaso(fin, espera))]
}

function cancelledPaso(fin: number, { nodo, iteracion, creada }: EsperaGuardada): Paso {
  const inicio = creada.getTime() - wallShift()
  const indices = readIteracion(iteracion)
  return {
    nodo,
    estado: 'cancelado',
    inicio,
    duracionMs: Math.max(0, fin - inicio),
    intentos: 1,
    ...(indices && { iteracion: indices }),
  }
}
