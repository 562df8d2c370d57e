import {
  AppError,
  type Hallazgo,
  type LlamadaPreparada,
  type LlamadaSpec,
  type Nodo,
  type Parametro,
  type Referencia,
} from '@div/contract'
import { compileExpresion } from '@div/formula'
import type { BloqueBuilder } from './bloque-builder.ts'
import { checkCampo } from './check-campo.ts'
import type { CompileContext } from './compile-context.ts'
import { compileParametros } from './compile-parametros.ts'
import type { OpenRegion, RegionBuilder } from './compile-region.ts'
import type { Frame } from './frame.ts'
import type { Origen, RegionOptions, Scope, UnionOptions } from './node-definition.ts'
import type { Accion, Read, Reading } from './plan.ts'
import { compileRuta, parseRuta } from './ruta.ts'
import type { Lectura } from './secret-flow.ts'

const NOTHING: Reading = { read: () => null, waits: false, tipo: 'cualquiera' }
/** What a region tells of itself to the nodes inside it. */
const OF_REGION = ['elemento', 'indice', 'total'] as const

interface ScopeOptions {
  context: CompileContext
  builder: BloqueBuilder
  nodo: Nodo
  /** The node in whose name slots are read; null for the fields of a join, which are read at the end of an item. */
  reader: string | null
  /** Frames of items (see Frame.forItems) between the block's frame and the one that is read in. */
  itemLevels: number
  /** Regions whose split has been compiled and whose join has not. */
  open: Map<string, RegionBuilder>
  /** Compiles what lies between the node, a split, and its join. */
  openRegion: OpenRegion
}

const SOLO_DURABLE =
  'Puede esperar días: necesita un proceso durable, que sigue tras una caída. Cambie el modo del proceso.'

export class NodeScope implements Scope {
  readonly nodo: Nodo
  readonly #options: ScopeOptions

  constructor(options: ScopeOptions) {
    this.#options = options
    this.nodo = options.nodo
  }

  get limits() {
    return this.#options.context.deps.limits
  }

  finding(campo: string, mensaje: string, gravedad: Hallazgo['gravedad'] = 'error'): void {
    this.#options.context.findings.add(this.nodo.id, campo, mensaje, gravedad)
  }

  forItems(): Scope {
    return new NodeScope({ ...this.#options, itemLevels: this.#options.itemLevels + 1 })
  }

  readReferencia(referencia: Referencia, campo: string): Reading {
    const { nodo, ruta, opcional = false, defecto } = referencia
    const keys = parseRuta(ruta)
    const readRuta = compileRuta(ruta)
    if (keys === null || readRuta === null) {
      this.finding(campo, `La ruta «${ruta}» está mal escrita.`)
      return NOTHING
    }
    const read = this.#readRoot(nodo, { opcional, campo, keys })
    if (!read) return NOTHING
    this.#noteLectura(campo, { nodo, clave: keys[0] })
    const tipo = keys.length === 1 ? this.#declaredTipo(nodo, String(keys[0])) : 'cualquiera'
    if (defecto === undefined || defecto === null)
      return { read: (frame) => readRuta(read(frame)), waits: false, tipo }
    return { read: (frame) => readRuta(read(frame)) ?? defecto, waits: false, tipo }
  }

  readExpresion(texto: string, campo: string): Reading {
    const { funciones, host, limits } = this.#options.context.deps
    const result = compileExpresion<Frame>(
      texto,
      {
        host,
        resolve: (nombre) => this.#resolve(nombre),
        isItem: (nombre) => nombre === 'elemento' && this.#hasItem(),
      },
      { funciones, limits },
    )
    if (!result.ok) {
      for (const { desde, mensaje } of result.errores) {
        this.finding(campo, `${mensaje} (posición ${desde + 1} de la fórmula)`)
      }
      return NOTHING
    }
    const { expresion } = result
    for (const { nombre, ruta, opcional } of expresion.referencias) {
      if (this.#isLocalName(nombre)) {
        this.#noteLocal(nombre, campo)
        continue
      }
      const keys = parseRuta(ruta) ?? []
      this.#readRoot(nombre, { opcional, campo, keys })
      this.#noteLectura(campo, { nodo: nombre, clave: keys[0] })
    }
    if (expresion.isSecret) this.#noteLectura(campo, 'secreto')
    const { tipo } = expresion
    return expresion.hasEffects
      ? { read: (frame) => expresion.evaluateWithEffects(frame), waits: true, tipo }
      : {
          read: expresion.evaluate,
          waits: false,
          tipo,
          ...(expresion.evaluateAll && { readAll: expresion.evaluateAll }),
        }
  }

  readOrigen({ valor, valorAsignado, expresion }: Origen, campo: string): Reading {
    if (expresion !== undefined) return this.readExpresion(expresion, `${campo}.expresion`)
    if (valorAsignado !== undefined) return this.readReferencia(valorAsignado, `${campo}.valorAsignado`)
    const constant = valor ?? null
    return { read: () => constant, waits: false, tipo: 'cualquiera' }
  }

  readNow(origen: Origen, campo: string): Read {
    const { read, waits } = this.readOrigen(origen, campo)
    if (waits)
      this.finding(campo, 'Aquí no se puede tomar un CONSECUTIVO: hágalo antes, en una transformación.')
    return read
  }

  readParametros(parametros: readonly Parametro[], campo: string): Omit<Reading, 'tipo'> {
    return compileParametros(parametros, campo, this)
  }

  prepareLlamada(spec: Omit<LlamadaSpec, 'nodo' | 'nombreNodo'>): LlamadaPreparada | null {
    const { llamadas, modo } = this.#options.context.deps
    if (!llamadas) return null
    try {
      const preparada = llamadas.prepare({ ...spec, nodo: this.nodo.id, nombreNodo: this.nodo.nombre })
      if (preparada.soloDurable && modo !== 'durable') this.finding('tipoObjeto', SOLO_DURABLE)
      if (preparada.aviso) this.finding(preparada.aviso.campo, preparada.aviso.mensaje, 'aviso')
      return preparada
    } catch (error) {
      // A server that does not exist or an object that is not well formed: for the person who draws.
      if (!(error instanceof AppError)) throw error
      if (error.errores.length === 0) this.finding('servidorId', error.message)
      for (const { campo, mensaje } of error.errores) this.finding(campo, mensaje)
      return null
    }
  }

  openRegion(options: RegionOptions): Accion | null {
    return this.#options.openRegion(this, options)
  }

  closeRegion({ split, union, parametros }: UnionOptions): Accion | null {
    const { open, builder } = this.#options
    const region = open.get(split)
    const slot = builder.slots.get(split)
    if (!region || slot === undefined) return null
    builder.noteRead(this.nodo.id, 0, slot)
    region.close({ nodo: this.nodo, union, parametros })
    return { clase: 'union', split: slot }
  }

  #noteLectura(campo: string, fuente: Lectura['fuente']): void {
    const { lecturas } = this.#options.context
    const known = lecturas.get(this.nodo.id)
    if (known) known.push({ campo, fuente })
    else lecturas.set(this.nodo.id, [{ campo, fuente }])
  }

  /** The item of a region comes from its split; that of a list in a node, from what the node reads anyway. */
  #noteLocal(nombre: string, campo: string): void {
    const { itemLevels, builder } = this.#options
    if (itemLevels === 0 && builder.item !== null)
      this.#noteLectura(campo, { nodo: builder.item, clave: nombre })
  }

  #isLocalName(nombre: string): boolean {
    return (nombre === 'elemento' || nombre === 'indice') && this.#hasItem()
  }

  #hasItem(): boolean {
    return this.#options.itemLevels > 0 || this.#options.builder.item !== null
  }

  /** A name in a formula: `elemento` and `indice` of the innermost item, else a node. Findings come from the references. */
  #resolve(nombre: string): Read | undefined {
    if (nombre === 'elemento' && this.#hasItem()) return (frame) => frame.elemento
    if (nombre === 'indice' && this.#hasItem()) return (frame) => frame.indice
    return this.#rootReader(nombre)
  }

  #nombreOf(id: string): string {
    return this.#options.context.graph.vertices.get(id)?.nodo.nombre ?? id
  }

  #readRoot(
    id: string,
    { opcional, campo, keys }: { opcional: boolean; campo: string; keys: readonly (string | number)[] },
  ): Read | null {
    const { context, builder } = this.#options
    const [firstKey] = keys
    const read = this.#rootReader(id)
    if (!read) {
      const inside = context.regions.of.get(id)
      this.finding(
        campo,
        !context.graph.vertices.has(id)
          ? `No existe el nodo «${id}».`
          : inside
            ? `«${this.#nombreOf(id)}» está entre un «Splitter (dividir)» y su «Splitter (unir)»: desde fuera use los elementos del segundo.`
            : `«${this.#nombreOf(id)}» no está antes de este nodo.`,
      )
      return null
    }
    if (builder.levelsToRegion(id) !== null) {
      if (firstKey !== undefined && !OF_REGION.some((key) => key === firstKey)) {
        this.finding(campo, `«${this.#nombreOf(id)}» solo ofrece elemento, indice y total.`)
      }
      return read
    }
    this.#checkRunsBefore(id, { opcional, campo })
    const nodo = context.graph.vertices.get(id)?.nodo
    const missing = nodo && checkCampo(nodo, keys)
    if (missing) this.finding(campo, missing)
    if (nodo?.tipo === 'splitter-join' && firstKey !== 'total' && firstKey !== 'errores') {
      context.readJoins.add(id)
    }
    return read
  }

  #checkRunsBefore(id: string, { opcional, campo }: { opcional: boolean; campo: string }): void {
    const { availability } = this.#options.context
    if (this.#options.reader !== null && !availability.leadsTo(id, this.nodo.id)) {
      this.finding(campo, `«${this.#nombreOf(id)}» no está antes de este nodo.`)
    } else if (!opcional && !this.#isCertain(id)) {
      this.finding(
        campo,
        `«${this.#nombreOf(id)}» está en una rama que puede no ejecutarse: marque la referencia como opcional o use PRIMERO_NO_NULO.`,
      )
    }
  }

  /** The fields of a join are read when an item has arrived at it, which only the connections inside its branch say. */
  #isCertain(id: string): boolean {
    const { context, builder, reader } = this.#options
    const { availability, graph } = context
    if (reader !== null) return availability.isCertain(id, reader)
    const arrivals = (graph.vertices.get(this.nodo.id)?.entrantes ?? []).filter(({ origen }) =>
      builder.slots.has(origen),
    )
    return availability.isCertainAfter(id, arrivals)
  }

  /** Reads a node's output from where it will lie; undefined when it is not in sight. */
  #rootReader(id: string): Read | undefined {
    const { builder, itemLevels, reader } = this.#options
    const region = builder.levelsToRegion(id)
    if (region !== null) return readRegion(region + itemLevels)
    const found = builder.find(id)
    if (!found || id === this.nodo.id) return undefined
    builder.noteRead(reader, found.levels, found.slot)
    return readSlot(found.levels + itemLevels, found.slot)
  }

  #declaredTipo(id: string, name: string) {
    const nodo = this.#options.context.graph.vertices.get(id)?.nodo
    const declares = nodo?.tipo === 'entrada' || nodo?.tipo === 'transformacion'
    return (
      (declares ? nodo.parametros.find(({ nombre }) => nombre === name)?.tipo : undefined) ?? 'cualquiera'
    )
  }
}

function readSlot(levels: number, slot: number): Read {
  if (levels === 0) return (frame) => frame.outputs[slot]
  if (levels === 1) return (frame) => frame.parent?.outputs[slot]
  return (frame) => ancestor(frame, levels)?.outputs[slot]
}

function readRegion(levels: number): Read {
  return (frame) => {
    const item = ancestor(frame, levels)
    return item && { elemento: item.elemento, indice: item.indice, total: item.total }
  }
}

function ancestor(frame: Frame, levels: number): Frame | null {
  let current: Frame | null = frame
  for (let level = 0; level < levels && current; level++) current = current.parent
  return current
}
