import type { Paso } from '@div/contract'
import { RegionFailure, toErrorDeNodo } from './failure.ts'
import { Frame } from './frame.ts'
import { addTo, findReunido, recordPaso } from './paso.ts'
import type { Bloque, Directo, PlanNodo } from './plan.ts'
import type { Item } from './region-source.ts'

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

  constructor(parent: Frame, bloque: Bloque, directo: Directo) {
    this.frame = new Frame(parent.run, bloque, parent)
    this.#directo = directo
    this.#isSingle = directo.computos.length === 1
    this.resume()
  }

  /** A stretch of items begins. */
  resume(): void {
    this.#since = this.frame.run.ports.clock.now()
  }

  pause(): void {
    const [only] = this.#reunidos
    if (only && this.#isSingle) only.duracionMs += this.#lap()
  }

  /** Answers the element. Throws RegionFailure with what a node threw; what the join's own fields throw comes as it is. */
  execute({ elemento, indice }: Item, total: number | null): unknown {
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
      addTo(this.#reunidos[slot] ?? this.#begin(slot, nodo), this.#isSingle ? 0 : this.#lap())
    }
    return readElemento(frame)
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
