import type { AppError, Paso } from '@div/contract'
import type { Frame } from './frame.ts'
import type { PlanNodo } from './plan.ts'
import { failUnion, failureOfUnion } from './union.ts'

/** What is kept of a node that has finished, so that it need not run again. */
export interface Punto {
  nodo: string
  /** Index of the item in each region around; null outside of regions. */
  iteracion: readonly number[] | null
  /** The outermost split around it; null outside of regions. */
  region: string | null
  /** The handle by which it left. */
  salida: string
  /** Undefined: nobody reads it. */
  valor: unknown
  /** Of a region: what its join throws. */
  fallo: AppError | null
  /** Its span, without samples; null: it is only counted. */
  paso: Paso | null
}

/** Keeps checkpoints of a durable run: those of its earlier attempts, and each new one before the next node begins. */
export interface GuardaPuntos {
  /** Of earlier attempts, by `keyOfPunto`. */
  anteriores: ReadonlyMap<string, Punto>
  /** Resolves when they are on disk. Rejects when another attempt has the run by now: then it ends here without a result. */
  guardar(puntos: readonly Punto[]): Promise<void>
}

export function keyOfPunto({ nodo, iteracion }: Pick<Punto, 'nodo' | 'iteracion'>): string {
  return iteracion === null ? nodo : `${nodo}[${iteracion.join()}]`
}

/**
 * The checkpoints of one run. While a transaction is open around a node its checkpoint is held back until that has committed: what is
 * rolled back never happened.
 */
export class Checkpoints {
  readonly #guarda: GuardaPuntos
  readonly #held = new Map<Frame, Punto[]>()

  constructor(guarda: GuardaPuntos) {
    this.#guarda = guarda
  }

  find(frame: Frame, nodo: PlanNodo): Punto | undefined {
    return this.#guarda.anteriores.get(keyOfPunto({ nodo: nodo.id, iteracion: frame.iteracion }))
  }

  /** Keeps this one and those that its frame held back; null: there is nothing to wait for. */
  keep(frame: Frame, punto: Punto | null): Promise<void> | null {
    const puntos = this.#held.get(frame) ?? []
    if (punto) puntos.push(punto)
    if (puntos.length === 0) return null
    this.#held.delete(frame)
    const holder = outermostOpen(frame)
    if (holder === null) return this.#guarda.guardar(puntos)
    this.#held.set(holder, [...(this.#held.get(holder) ?? []), ...puntos])
    return null
  }
}

export function puntoOf(
  { frame, posicion, nodo, paso }: { frame: Frame; posicion: number; nodo: PlanNodo; paso: Paso | null },
  { output, salida }: { output: unknown; salida: string },
): Punto {
  return {
    nodo: nodo.id,
    iteracion: frame.iteracion,
    region: regionOf(frame),
    salida,
    valor: frame.readers[posicion] === 0 ? undefined : output,
    fallo: failureOfUnion(output) ?? null,
    paso: paso && withoutSamples(paso),
  }
}

/** What a node put out, as its followers read it. */
export function outputOf({ valor, fallo }: Punto): unknown {
  return fallo === null ? valor : failUnion(valor, fallo)
}

function withoutSamples({ entrada: _entrada, salida: _salida, ...paso }: Paso): Paso {
  return paso
}

export function regionOf(frame: Frame): string | null {
  let outer = frame
  while (outer.parent?.parent) outer = outer.parent
  return outer.bloque.split
}

function outermostOpen(frame: Frame): Frame | null {
  let outermost: Frame | null = null
  for (let each: Frame | null = frame; each; each = each.parent) {
    if (each.transactions?.some((open) => open !== null)) outermost = each
  }
  return outermost
}
