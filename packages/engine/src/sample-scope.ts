import type { Limits, Nodo, Parametro, Referencia } from '@div/contract'
import { compileExpresion, type FormulaHost, type FuncionCatalogo } from '@div/formula'
import { systemClock } from './clock.ts'
import { compileParametros } from './compile-parametros.ts'
import { Frame, NO_NODES } from './frame.ts'
import type { Origen, Scope } from './node-definition.ts'
import { NO_UNDOING, type Read, type Reading } from './plan.ts'
import type { Run } from './run.ts'
import { compileRuta } from './ruta.ts'

/** What a node would work on: what other nodes put out once, and the item where there is one. */
export interface SampleWorld {
  /** By the id of the node. A node that is not there has no sample. */
  salidas: ReadonlyMap<string, unknown>
  /** Of the region or the list that the node works in. */
  item?: { elemento: unknown; indice: number }
  funciones: FuncionCatalogo
  host: FormulaHost
  limits: Limits
}

const NOTHING: Reading = { read: () => null, waits: false, tipo: 'cualquiera' }

/**
 * Compiles parts of a node for data that is at hand, while the drawing around it may still be wrong: nothing is called, and what has no
 * sample is a finding.
 */
export class SampleScope implements Scope {
  readonly nodo: Nodo
  readonly hallazgos: string[]
  /** What was named and has no sample: nodes that put out nothing yet, or that are not there. */
  readonly sinMuestra: Set<string>
  readonly #world: SampleWorld
  readonly #itemLevels: number

  constructor(nodo: Nodo, world: SampleWorld, around?: SampleScope) {
    this.nodo = nodo
    this.hallazgos = around?.hallazgos ?? []
    this.sinMuestra = around?.sinMuestra ?? new Set()
    this.#world = world
    this.#itemLevels = around === undefined ? 0 : around.#itemLevels + 1
  }

  get limits() {
    return this.#world.limits
  }

  finding(_campo: string, mensaje: string, gravedad: 'error' | 'aviso' = 'error'): void {
    if (gravedad === 'error') this.hallazgos.push(mensaje)
  }

  forItems(): Scope {
    return new SampleScope(this.nodo, this.#world, this)
  }

  readReferencia({ nodo, ruta, defecto }: Referencia, campo: string): Reading {
    const readRuta = compileRuta(ruta)
    const { salidas } = this.#world
    if (!salidas.has(nodo)) this.sinMuestra.add(nodo)
    if (readRuta === null || !salidas.has(nodo)) {
      this.finding(campo, `De «${nodo}» todavía no hay datos.`)
      return NOTHING
    }
    const value = readRuta(salidas.get(nodo)) ?? defecto ?? null
    return { read: () => value, waits: false, tipo: 'cualquiera' }
  }

  readExpresion(texto: string, campo: string): Reading {
    const { funciones, host, limits } = this.#world
    const scope = { host, resolve: (nombre: string) => this.#resolve(nombre) }
    const result = compileExpresion<Frame>(texto, scope, { funciones, limits })
    if (!result.ok) {
      for (const { mensaje } of result.errores) this.finding(campo, mensaje)
      return NOTHING
    }
    const { expresion } = result
    if (!expresion.hasEffects) return { read: expresion.evaluate, waits: false, tipo: expresion.tipo }
    this.finding(campo, 'Su valor se toma al ejecutar.')
    return NOTHING
  }

  readOrigen({ valor, valorAsignado, expresion }: Origen, campo: string): Reading {
    if (expresion !== undefined) return this.readExpresion(expresion, campo)
    if (valorAsignado !== undefined) return this.readReferencia(valorAsignado, campo)
    return { ...NOTHING, read: () => valor ?? null }
  }

  readNow(origen: Origen, campo: string): Read {
    return this.readOrigen(origen, campo).read
  }

  readParametros(parametros: readonly Parametro[], campo: string): Omit<Reading, 'tipo'> {
    return compileParametros(parametros, campo, this)
  }

  prepareLlamada(): null {
    return null
  }

  openRegion(): null {
    return null
  }

  closeRegion(): null {
    return null
  }

  #resolve(nombre: string): Read | undefined {
    const { salidas, item } = this.#world
    if (this.#itemLevels > 0 && nombre === 'elemento') return (frame) => frame.elemento
    if (this.#itemLevels > 0 && nombre === 'indice') return (frame) => frame.indice
    if (item && nombre === 'elemento') return () => item.elemento
    if (item && nombre === 'indice') return () => item.indice
    if (salidas.has(nombre)) return () => salidas.get(nombre)
    this.sinMuestra.add(nombre)
    return undefined
  }
}

/** A frame in which what a `SampleScope` compiled is read. Nothing runs in it. */
export function sampleFrame(): Frame {
  const run: Run = {
    input: {
      idEjecucion: '',
      entrada: {},
      deadline: Number.POSITIVE_INFINITY,
      secretos: { redact: (text) => text },
      profundidad: 0,
    },
    ports: {
      begin: () => Promise.reject(new Error('a sample opens no transaction')),
      clock: systemClock,
      maxPasos: 0,
      compensacionMs: () => 0,
      iteraciones: 0,
    },
    inicio: 0,
    pasos: [],
    pasosOmitidos: 0,
    reunidos: null,
    respuesta: undefined,
    allowed: null,
    dado: null,
    checkpoints: null,
    compensa: null,
    tope: NO_UNDOING,
    root: null,
    ended: null,
    arm: () => undefined,
    sleepers: 0,
    rest: () => undefined,
    end: () => undefined,
  }
  return new Frame(run, NO_NODES, null)
}
