import {
  type AppError,
  type EfectosGuardados,
  type ErrorDeNodo,
  LimiteSuperado,
  type Paso,
} from '@div/contract'
import { type Compensable, captureEntornos } from './compensable.ts'
import type { Frame } from './frame.ts'
import { measureValue } from './measure-value.ts'
import type { PlanNodo, TopeDeCompensar } from './plan.ts'
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
  /** What undoing it needs; null: it cannot be undone, or had no effect. */
  compensable: Compensable | null
}

/** How a run ended that is being undone: from here on nothing else of it runs. */
export interface Fin {
  estado: 'error' | 'cancelada'
  error: ErrorDeNodo
  /** The spans so far, without samples; null: whoever ended it does not know them. */
  pasos: readonly Paso[] | null
}

/** Another attempt has the run, or it has ended: what this one still does counts for nothing. */
export class IntentoAjeno extends Error {
  constructor() {
    super('another attempt has the run')
  }
}

/** Keeps checkpoints of a durable run: those of its earlier attempts, and each new one before the next node begins. */
export interface GuardaPuntos {
  /** Of earlier attempts, by `keyOfPunto`. */
  anteriores: ReadonlyMap<string, Punto>
  /** An earlier attempt was undoing the run. */
  fin: Fin | null
  /** Resolves when they are on disk. Rejects with IntentoAjeno when this attempt ends here without a result. */
  save(puntos: readonly Punto[]): Promise<void>
  /** Writes one in a transaction of our own database, and rejects likewise; also when it is there already: then its effect is, too. */
  saveIn(punto: Punto, transaccion: unknown): Promise<void>
  /** Resolves when it is on disk that the run is being undone; rejects likewise. */
  saveEnd(fin: Fin): Promise<void>
  /** Of what the run does in our own database elsewhere than in a node that is kept with its effect. Absent: that is done again. */
  efectos?: EfectosGuardados
}

export function keyOfPunto({ nodo, iteracion }: Pick<Punto, 'nodo' | 'iteracion'>): string {
  return iteracion === null ? nodo : `${nodo}[${iteracion.join()}]`
}

/**
 * The checkpoints of one run. While a transaction is open around a node its checkpoint is held back until that has committed: what is
 * rolled back never happened. Of a run in memory only what can be undone is remembered.
 */
export class Checkpoints {
  readonly #guarda: GuardaPuntos | null
  readonly #held = new Map<Frame, Punto[]>()
  /** Those that can be undone. */
  readonly #compensables = new Set<Punto>()
  /** What those need, and what of it is counted. */
  #bytes = 0
  readonly #counted = new WeakSet<object>()
  #orden: number

  constructor(guarda: GuardaPuntos | null) {
    this.#guarda = guarda
    const anteriores = [...(guarda?.anteriores.values() ?? [])]
    this.#remember(anteriores)
    this.#orden = anteriores.reduce((last, { compensable }) => Math.max(last, compensable?.orden ?? 0), 0)
  }

  /** The run goes on after a crash. */
  get isDurable(): boolean {
    return this.#guarda !== null
  }

  /** How the run ended that is being undone. */
  get fin(): Fin | null {
    return this.#guarda?.fin ?? null
  }

  /** What is known of the spans before it ended. */
  listPasos(): readonly Paso[] {
    if (this.fin?.pasos) return this.fin.pasos
    return [...(this.#guarda?.anteriores.values() ?? [])].flatMap(({ paso }) => paso ?? [])
  }

  /** What has finished and can be undone, last first. */
  listCompensables(): Punto[] {
    return [...this.#compensables].toSorted(
      (left, right) => (right.compensable?.orden ?? 0) - (left.compensable?.orden ?? 0),
    )
  }

  /** Before an effect that can be undone. Throws LimiteSuperado. */
  expectRoom({ efectos, bytes }: TopeDeCompensar): void {
    if (this.#compensables.size >= efectos)
      throw new LimiteSuperado({ limite: 'compensaciones', maximo: efectos })
    if (this.#bytes >= bytes) throw new LimiteSuperado({ limite: 'compensacionesBytes', maximo: bytes })
  }

  /** Of a node that has finished: what undoing it will need; null: nothing undoes it, or it had no effect. */
  capture(frame: Frame, posicion: number, output: unknown): Compensable | null {
    const entornos = captureEntornos(frame, posicion, output)
    return entornos && { orden: ++this.#orden, entornos }
  }

  /** From now on the run is being undone. */
  async keepFin(fin: Omit<Fin, 'pasos'>, pasos: readonly Paso[]): Promise<void> {
    if (this.#guarda === null) return
    // Held back by a transaction around them that was never committed: their own effects are there.
    const held = [...this.#held.values()].flat().filter((punto) => this.#compensables.has(punto))
    if (held.length > 0) await this.#guarda.save(held)
    await this.#guarda.saveEnd({ ...fin, pasos: pasos.map(withoutSamples) })
  }

  find(frame: Frame, nodo: PlanNodo): Punto | undefined {
    return this.#guarda?.anteriores.get(keyOfPunto({ nodo: nodo.id, iteracion: frame.iteracion }))
  }

  /** Whether what this node gives can be kept together with its effect: not while a transaction around it may still roll back. */
  keepsIn(frame: Frame, nodo: PlanNodo): boolean {
    return this.#guarda !== null && nodo.cierre?.punto === true && outermostOpen(frame) === null
  }

  /** Keeps it in the transaction of its effect. */
  async keepIn(punto: Punto, transaccion: unknown): Promise<void> {
    await this.#guarda?.saveIn(punto, transaccion)
  }

  /** Keeps this one and those that its frame held back; null: there is nothing to wait for. */
  keep(frame: Frame, nodo: PlanNodo, punto: Punto | null): Promise<void> | null {
    const puntos = this.#held.get(frame) ?? []
    if (punto) puntos.push(punto)
    if (puntos.length === 0) return null
    // What a transaction may still roll back is not to be undone.
    if (punto && nodo.transaccion === null) this.#remember([punto])
    this.#held.delete(frame)
    const holder = outermostOpen(frame)
    if (holder === null) {
      this.#remember(puntos)
      return this.#guarda?.save(puntos) ?? null
    }
    this.#held.set(holder, [...(this.#held.get(holder) ?? []), ...puntos])
    return null
  }

  #remember(puntos: readonly Punto[]): void {
    for (const punto of puntos) {
      if (punto.compensable === null || this.#compensables.has(punto)) continue
      this.#compensables.add(punto)
      this.#bytes += measureValue(punto.compensable.entornos, this.#counted)
    }
  }
}

export function puntoOf(
  { frame, posicion, nodo, paso }: { frame: Frame; posicion: number; nodo: PlanNodo; paso: Paso | null },
  { output, salida, compensable }: { output: unknown; salida: string; compensable: Compensable | null },
): Punto {
  return {
    nodo: nodo.id,
    iteracion: frame.iteracion,
    region: regionOf(frame),
    salida,
    valor: frame.readers[posicion] === 0 ? undefined : output,
    fallo: failureOfUnion(output) ?? null,
    paso: paso && withoutSamples(paso),
    compensable,
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
