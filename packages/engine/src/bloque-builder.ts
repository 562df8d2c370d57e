import type { Aislamiento } from '@div/contract'
import type { Accion, Bloque, Directo, ElementoDeBloque, PlanCompensacion, PlanNodo, Read } from './plan.ts'

/** The node of the block around whose region this is, or whose effect it undoes. */
type Owner = { split: string } | { compensa: string }

/** A block while it is compiled: which node lies in which slot, and who reads what. */
export class BloqueBuilder {
  readonly parent: BloqueBuilder | null
  /** The node of the parent block whose region this is. */
  readonly split: string | null
  /** The node of the parent block that this one undoes. */
  readonly compensa: string | null
  readonly slots: ReadonlyMap<string, number>
  readonly acciones = new Map<string, Accion>()
  /** What undoes its nodes. */
  readonly compensaciones = new Map<string, PlanCompensacion | null>()
  /** Slots of this block that each of its nodes reads; what a region reads counts for its split. */
  readonly reads = new Map<string, Set<number>>()
  /** Slots that must last as long as the frame. */
  readonly kept = new Set<number>()
  readonly transacciones: {
    nombre: string
    servidorId: string
    aislamiento: Aislamiento
    miembros: string[]
  }[] = []

  /** Slots of the blocks around it that a block that undoes reads, from its parent outwards. */
  readonly #captured: Set<number>[] = []

  constructor(ids: readonly string[], parent: BloqueBuilder | null, owner: Owner | null) {
    this.parent = parent
    this.split = owner && 'split' in owner ? owner.split : null
    this.compensa = owner && 'compensa' in owner ? owner.compensa : null
    this.slots = new Map(ids.map((id, slot) => [id, slot]))
  }

  /** The split whose items its nodes run for; null: they run once. */
  get item(): string | null {
    return this.split ?? (this.compensa === null ? null : (this.parent?.item ?? null))
  }

  /** The block around this one that holds the node, and how many levels out it is. */
  find(id: string): { builder: BloqueBuilder; levels: number; slot: number } | null {
    let builder: BloqueBuilder | null = this
    for (let levels = 0; builder; levels++) {
      const slot = builder.slots.get(id)
      if (slot !== undefined) return { builder, levels, slot }
      builder = builder.parent
    }
    return null
  }

  /** How many levels out the region of this split is; null when this block does not lie in it. */
  levelsToRegion(split: string): number | null {
    let builder: BloqueBuilder | null = this
    for (let levels = 0; builder; levels++) {
      if (builder.split === split) return levels
      builder = builder.parent
    }
    return null
  }

  /** Notes that `reader` (a node of this block, or null for the join's fields) reads a slot `levels` out. */
  noteRead(reader: string | null, levels: number, slot: number): void {
    let builder: BloqueBuilder = this
    let representative = reader
    for (let level = 0; level < levels; level++) {
      representative = builder.split ?? builder.compensa
      if (!builder.parent) return
      if (builder.compensa !== null) {
        builder.#capture(levels - level - 1, slot)
        // What it put out itself is there when it has.
        if (levels - level === 1 && builder.parent.slots.get(builder.compensa) === slot) return
      }
      builder = builder.parent
    }
    if (representative === null) {
      builder.kept.add(slot)
      return
    }
    const slots = builder.reads.get(representative) ?? new Set()
    builder.reads.set(representative, slots.add(slot))
  }

  #capture(niveles: number, slot: number): void {
    const slots = this.#captured[niveles] ?? new Set()
    this.#captured[niveles] = slots.add(slot)
  }

  /** By block, from its parent outwards: whose outputs it reads, and where they lie. */
  listCaptured(): PlanCompensacion['lee'] {
    const lee: { nodo: string; slot: number }[][] = []
    for (let around = this.parent; around; around = around.parent) {
      const captured = this.#captured[lee.length] ?? new Set()
      lee.push([...around.slots].flatMap(([nodo, slot]) => (captured.has(slot) ? { nodo, slot } : [])))
    }
    return lee
  }

  finish(nodos: readonly PlanNodo[], elemento: ElementoDeBloque | null, inicios: readonly number[]): Bloque {
    const entrantes = new Array<number>(nodos.length).fill(0)
    const lectores = new Array<number>(nodos.length).fill(0)
    for (const { siguientes, lee } of nodos) {
      for (const { destino } of siguientes)
        if (destino >= 0) entrantes[destino] = (entrantes[destino] ?? 0) + 1
      for (const slot of lee) lectores[slot] = (lectores[slot] ?? 0) + 1
    }
    for (const slot of this.kept) lectores[slot] = -1
    const transacciones = this.transacciones.map(({ miembros, ...rest }) => ({
      ...rest,
      miembros: miembros.length,
    }))
    const directo = findDirecto(nodos, elemento)
    return { split: this.split, nodos, inicios, entrantes, lectores, transacciones, elemento, directo }
  }
}

/** Nodes that only compute run for every item, since each leaves by its normal handle or ends the item. */
function findDirecto(nodos: readonly PlanNodo[], elemento: ElementoDeBloque | null): Directo | null {
  if (elemento === null || elemento.waits || elemento.llegadas.length === 0) return null
  const computos = nodos.flatMap((nodo, slot) => {
    const { accion, enError, siguientes } = nodo
    const isDirect = accion.clase === 'valor' && !accion.waits && enError === 'detener'
    return isDirect && siguientes.every(leavesNormally) ? { slot, nodo, compute: accion.compute } : []
  })
  if (computos.length < nodos.length || !elemento.llegadas.every(leavesNormally)) return null
  const [only, ...others] = nodos
  const isElemento = elemento.compute === null && elemento.llegadas.length === 1 && others.length === 0
  const computeAll = isElemento && only?.accion.clase === 'valor' ? only.accion.computeAll : undefined
  return {
    computos,
    elemento: elemento.compute ?? readArrivals(elemento.llegadas),
    computeAll: computeAll ?? null,
  }
}

function leavesNormally({ salida }: { salida: string }): boolean {
  return salida === ''
}

function readArrivals(llegadas: ElementoDeBloque['llegadas']): Read {
  const [only, ...others] = llegadas.map(({ origen }) => origen)
  if (only !== undefined && others.length === 0) return ({ outputs }) => outputs[only]
  return ({ outputs }) => llegadas.map(({ origen }) => outputs[origen])
}
