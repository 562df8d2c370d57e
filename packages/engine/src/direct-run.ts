import type { Paso } from '@div/contract'
import { areRecords } from '@div/formula'
import { RegionFailure, toErrorDeNodo } from './failure.ts'
import { Frame } from './frame.ts'
import { addTo, findReunido, recordPaso } from './paso.ts'
import type { Bloque, Directo, PlanNodo } from './plan.ts'

/**
 * Runs items of a direct block one after another in one frame: its nodes in order, without a queue, their spans gathered. Of one node the
 * time is taken over all items at a stretch, of several at each of them.
 */
export class DirectRun {
  readonly frame: Frame
  readonly #directo: Directo
  readonly #isSingle: boolean
  /** The gathered span of each node. */
  readonly #reunidos: Paso[] = []
  #since = 0
  /** Items of a single node that its span does not tell of yet. */
  #untold = 0
  /** Items may be given to `executeAll`; until one fails: where one does, others do. */
  goesTogether: boolean

  constructor(parent: Frame, bloque: Bloque, directo: Directo) {
    this.frame = new Frame(parent.run, bloque, parent)
    this.#directo = directo
    this.#isSingle = directo.computos.length === 1
    this.goesTogether = directo.computeAll !== null
    this.resume()
  }

  /** A stretch of items begins. */
  resume(): void {
    this.#since = this.frame.run.ports.clock.now()
  }

  pause(): void {
    const [only] = this.#reunidos
    if (!only || !this.#isSingle) return
    addTo(only, { duracionMs: this.#lap(), intentos: this.#untold, iteraciones: this.#untold })
    this.#untold = 0
  }

  /** Answers the element. Throws RegionFailure with what a node threw; what the join's own fields throw comes as it is. */
  execute(elemento: unknown, indice: number, total: number | null): unknown {
    const { frame } = this
    const { computos, elemento: readElemento } = this.#directo
    frame.elemento = elemento
    frame.indice = indice
    frame.total = total
    for (const { slot, nodo, compute } of computos) {
      try {
        frame.outputs[slot] = compute(frame)
      } catch (cause) {
        this.#recordFailure(nodo, cause)
        throw new RegionFailure(nodo.id, cause)
      }
      const reunido = this.#reunidos[slot] ?? this.#begin(slot, nodo)
      if (this.#isSingle) this.#untold++
      else addTo(reunido, { duracionMs: this.#lap(), intentos: 1, iteraciones: 1 })
    }
    return readElemento(frame)
  }

  /**
   * The elements of items that follow each other, computed together; null: they are to be executed one by one, because one of
   * them failed, and nobody can tell here which one and how.
   */
  executeAll(items: readonly unknown[], first: number, total: number | null): readonly unknown[] | null {
    const { computeAll, computos } = this.#directo
    const [computo] = computos
    if (computeAll === null || !computo) return null
    const { frame } = this
    frame.total = total
    try {
      const elementos = computeAll({
        frame,
        items,
        records: areRecords(items) ? items : null,
        enter(index) {
          frame.elemento = items[index]
          frame.indice = first + index
        },
      })
      if (!this.#reunidos[computo.slot]) {
        frame.indice = first
        this.#begin(computo.slot, computo.nodo)
      }
      this.#untold += items.length
      return elementos
    } catch {
      // Executed one by one, the item that failed says it.
      this.goesTogether = false
      return null
    }
  }

  #lap(): number {
    const began = this.#since
    this.resume()
    return this.#since - began
  }

  #begin(slot: number, nodo: PlanNodo): Paso {
    const { run } = this.frame
    const reunido = findReunido(run, nodo, {
      estado: 'ok',
      inicio: this.#since,
      iteracion: this.#iteracion(),
    })
    this.#reunidos[slot] = reunido
    return reunido
  }

  #recordFailure({ id }: PlanNodo, cause: unknown): void {
    // What a single node took so far belongs to the items before this one.
    this.pause()
    const inicio = this.#since
    recordPaso(this.frame.run, {
      nodo: id,
      estado: 'error',
      inicio,
      duracionMs: this.#lap(),
      intentos: 1,
      iteracion: this.#iteracion(),
      error: toErrorDeNodo(cause, id),
    })
  }

  #iteracion(): number[] {
    const { parent, indice } = this.frame
    return [...(parent?.iteracion ?? []), indice]
  }
}
