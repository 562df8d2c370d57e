import { Chain, TiempoAgotado } from '@div/contract'
import { MAX_LOTE } from '@div/formula'
import type { Attempt } from './attempt.ts'
import { DirectRun } from './direct-run.ts'
import { RegionFailure, toErrorDeNodo } from './failure.ts'
import { Frame } from './frame.ts'
import { isDetailed } from './paso.ts'
import type { PlanRegion } from './plan.ts'
import { type Item, openSource, type Source } from './region-source.ts'
import { isIdle } from './sleep.ts'
import { Union, type UnionOutput } from './union.ts'

/** How long items that never wait may hold the event loop at a stretch, and after how many of them the clock is read. */
const SLICE_MS = 10
const LOOK_EVERY = MAX_LOTE

/** Runs the branches between a split and its join: at once when nothing in them waits, else as a promise. */
export function runRegion(
  attempt: Attempt,
  region: PlanRegion,
  walker: FrameWalker,
): UnionOutput | Promise<UnionOutput> {
  return new RegionRun(attempt, region, walker).start()
}

/** Walks the frames of a region's items; it is what walks the frame around them too. */
export interface FrameWalker {
  start(frame: Frame): void
  cancel(frame: Frame): void
  /** Looks again whether a frame is finished. */
  resume(frame: Frame): void
}

class RegionRun {
  readonly #attempt: Attempt
  readonly #region: PlanRegion
  readonly #walker: FrameWalker
  readonly #source: Source
  readonly #union: Union
  readonly #active = new Chain<Frame>()
  /** Items whose element is still being computed, or that are being fetched. */
  #pending = 0
  #exhausted = false
  #stopped = false
  #pumping = false
  #failure: RegionFailure | null = null
  #settle: { resolve(output: UnionOutput): void; reject(cause: unknown): void } | null = null
  #callOff: (() => void) | null = null
  #wake: (() => void) | null = null
  #fetched = 0
  /** For items that need no frame of their own. */
  #direct: DirectRun | null = null
  /** Items that could not be computed together, from `next` on. */
  #apart: { items: readonly unknown[]; first: number; next: number } | null = null
  /** One block for many items; else each has one of its own. */
  readonly #isList: boolean
  readonly #goesDirect: boolean

  constructor(attempt: Attempt, region: PlanRegion, walker: FrameWalker) {
    this.#attempt = attempt
    this.#region = region
    this.#walker = walker
    this.#source = openSource(attempt, region)
    this.#union = new Union(region)
    const { allowed, input } = attempt.frame.run
    this.#isList = region.fuente.clase !== 'ramas'
    // Not of a part of a flow, nor with outputs that were given: then not every node of an item runs.
    this.#goesDirect = this.#isList && allowed === null && input.datosFijados === undefined
  }

  start(): UnionOutput | Promise<UnionOutput> {
    this.#pump()
    if (this.#isDone()) return this.#result()
    this.#attempt.onAbort = () => this.#abandon()
    this.#attempt.isIdle = () => this.#isIdle()
    this.#attempt.listFrames = () => this.#active
    const { tiempoMaximoMs } = this.#region.union
    if (tiempoMaximoMs !== null) {
      this.#callOff = this.#attempt.frame.run.ports.clock.after(tiempoMaximoMs, () => {
        const { nombre } = this.#region.join
        if (!this.#stopped) {
          this.#union.fail(new TiempoAgotado({ que: `El nodo «${nombre}»`, limiteMs: tiempoMaximoMs }))
          this.#stop()
        }
        this.#check()
      })
    }
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
  }

  /** Begins items while there is room. Items that end at once are taken in the same loop, not by recursion. */
  #pump(): void {
    if (this.#pumping) return
    this.#pumping = true
    const { clock } = this.#attempt.frame.run.ports
    const sliceEnd = clock.now() + SLICE_MS
    this.#direct?.resume()
    while (
      !this.#stopped &&
      !this.#exhausted &&
      this.#active.size + this.#pending < this.#region.concurrencia
    ) {
      const isMany = this.#computeNext() || this.#beginMany()
      if (!isMany) {
        const item = this.#source.next()
        if (item instanceof Promise) {
          this.#fetch(item)
          break
        }
        this.#begin(item)
      }
      if ((isMany || this.#fetched % LOOK_EVERY === 0) && clock.now() > sliceEnd) {
        this.#rest()
        break
      }
    }
    this.#direct?.pause()
    this.#pumping = false
  }

  /** Lets other calls have their turn, and this run's deadline and cancelling theirs. */
  #rest(): void {
    this.#pending += this.#region.concurrencia
    this.#wake = this.#attempt.frame.run.ports.clock.after(0, () => {
      this.#pending -= this.#region.concurrencia
      this.#pump()
      this.#check()
    })
  }

  /** One fetch at a time: a cursor is asked for more only when there is room for it. */
  #fetch(next: Promise<Item | undefined>): void {
    this.#pending += this.#region.concurrencia
    const done = () => {
      this.#pending -= this.#region.concurrencia
    }
    next.then(
      (item) => {
        done()
        if (!this.#stopped) this.#begin(item)
        this.#pump()
        this.#check()
      },
      (cause: unknown) => {
        done()
        this.#fail(new RegionFailure(this.#attempt.nodo.id, cause))
        this.#check()
      },
    )
  }

  /** Items that can be computed together; false: there are none. */
  #beginMany(): boolean {
    const direct = this.#direct
    if (direct === null || !direct.goesTogether || !this.#source.nextMany) return false
    // Fewer may be enough.
    if (this.#region.union.tipo !== 'todos') return false
    const { items, first } = this.#source.nextMany(LOOK_EVERY)
    if (items.length === 0) return false
    this.#fetched += items.length
    const elementos = direct.executeAll(items, first, this.#source.total)
    if (elementos === null) this.#apart = { items, first, next: 0 }
    else for (let index = 0; index < items.length; index++) this.#arrive(first + index, elementos[index])
    return true
  }

  /** Of items that cannot be computed together, one; false: there are none. Each may take long: the clock is looked at in between. */
  #computeNext(): boolean {
    if (this.#apart === null || this.#direct === null) return false
    const { items, first, next } = this.#apart
    if (next + 1 === items.length) this.#apart = null
    else this.#apart.next++
    this.#compute(items[next], first + next, this.#direct)
    return true
  }

  #begin(item: Item | undefined): void {
    if (item === undefined) {
      this.#exhausted = true
      return
    }
    this.#fetched++
    if (this.#direct !== null) return this.#compute(item.elemento, item.indice, this.#direct)
    const { frame: parent } = this.#attempt
    const { directo } = item.bloque
    const detallado = this.#isList ? isDetailed(parent, item.indice) : parent.detallado
    if (directo !== null && !detallado && this.#goesDirect) {
      this.#direct = new DirectRun(parent, item.bloque, directo)
      return this.#compute(item.elemento, item.indice, this.#direct)
    }
    const frame = new Frame(parent.run, item.bloque, parent)
    frame.elemento = item.elemento
    frame.indice = item.indice
    frame.total = this.#source.total
    frame.detallado = detallado
    frame.iteracion = parent.iteracion ? [...parent.iteracion, item.indice] : [item.indice]
    this.#active.add(frame)
    this.#walker.start(frame)
    if (frame.finished) return this.#take(frame)
    frame.onFinished = () => {
      this.#take(frame)
      this.#pump()
      this.#check()
    }
  }

  #compute(elemento: unknown, indice: number, direct: DirectRun): void {
    try {
      this.#arrive(indice, direct.execute(elemento, indice, this.#source.total))
    } catch (cause) {
      if (cause instanceof RegionFailure) this.#takeFailure(direct.frame, cause.nodo, cause.cause)
      else this.#takeFailure(direct.frame, this.#region.join.id, cause)
    }
  }

  #take(frame: Frame): void {
    this.#active.delete(frame)
    const { failure } = frame
    if (failure) return this.#takeFailure(frame, failure.nodo, failure.cause)
    try {
      const elemento = elementOf(frame)
      if (elemento instanceof Promise) return this.#takeLater(frame, elemento)
      this.#arrive(frame.indice, elemento)
    } catch (cause) {
      this.#takeFailure(frame, this.#region.join.id, cause)
    }
  }

  #takeLater(frame: Frame, elemento: Promise<unknown>): void {
    this.#pending++
    elemento
      .then(
        (value) => this.#arrive(frame.indice, value),
        (cause: unknown) => this.#takeFailure(frame, this.#region.join.id, cause),
      )
      .then(() => {
        this.#pending--
        this.#pump()
        this.#check()
      })
  }

  #arrive(indice: number, elemento: unknown): void {
    if (elemento === NOTHING || this.#stopped) return
    if (this.#union.add(indice, elemento)) this.#stop()
  }

  #takeFailure(frame: Frame, nodo: string | null, cause: unknown): void {
    if (this.#stopped) return
    if (this.#region.enError === 'detener' || frame.run.ended !== null)
      return this.#fail(new RegionFailure(nodo, cause))
    if (this.#union.addError({ indice: frame.indice, ...toErrorDeNodo(cause, nodo) })) this.#stop()
  }

  #fail(failure: RegionFailure): void {
    if (this.#stopped) return
    this.#failure = failure
    this.#stop()
  }

  /** Nothing more begins; what runs is cancelled. */
  #stop(): void {
    this.#stopped = true
    this.#wake?.()
    this.#source.close()
    for (const frame of [...this.#active]) this.#walker.cancel(frame)
  }

  /** The split itself was aborted: its frame waits until the items have undone what they had open. */
  #abandon(): void {
    this.#callOff?.()
    const { frame } = this.#attempt
    this.#stop()
    if (this.#active.size === 0) return
    frame.closing++
    this.#settle = {
      resolve: () => this.#leave(frame),
      reject: () => this.#leave(frame),
    }
  }

  #leave(frame: Frame): void {
    frame.closing--
    this.#walker.resume(frame)
  }

  /** Once it is stopped nobody waits for what was being fetched or computed. */
  #isDone(): boolean {
    return this.#active.size === 0 && (this.#stopped || (this.#exhausted && this.#pending === 0))
  }

  /** Of a durable run: every item that may be under way sleeps. */
  #isIdle(): boolean {
    if (this.#stopped || this.#pending > 0 || this.#active.size === 0) return false
    const isFull = this.#exhausted || this.#active.size >= this.#region.concurrencia
    return isFull && [...this.#active].every(isIdle)
  }

  #check(): void {
    if (this.#settle === null || !this.#isDone()) {
      const { run } = this.#attempt.frame
      if (run.sleepers > 0) run.rest()
      return
    }
    this.#callOff?.()
    const { resolve, reject } = this.#settle
    this.#settle = null
    try {
      resolve(this.#result())
    } catch (cause) {
      reject(cause)
    }
  }

  #result(): UnionOutput {
    if (this.#failure) throw this.#failure
    return this.#union.output(this.#source.total ?? this.#fetched)
  }
}

/** An item that no connection took to the join. */
const NOTHING = Symbol('nothing')

function elementOf(frame: Frame): unknown {
  const { elemento } = frame.bloque
  if (elemento === null) return NOTHING
  const arrived = elemento.llegadas.filter(({ origen, salida }) => frame.left?.[origen] === salida)
  if (arrived.length === 0) return NOTHING
  if (elemento.compute) return elemento.compute(frame)
  const outputs = arrived.map(({ origen }) => frame.outputs[origen])
  return outputs.length === 1 ? outputs[0] : outputs
}
