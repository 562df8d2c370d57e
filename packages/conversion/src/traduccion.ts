import type { LineaDeInforme, Veredicto } from '@div/contract'
import { type Extremo, merge, type Punto, primero, type Uno, uno } from './dibujo/datos.ts'
import {
  type Ajustes,
  type Dibujo,
  ENTRADA,
  type NodoNuevo,
  origenOf,
  parametrosOf,
} from './dibujo/dibujo.ts'
import { FORMULA_MAX, withoutLargas } from './dibujo/largas.ts'
import { asReferencia } from './expresion/formula.ts'
import type { Ajeno } from './grafo.ts'
import { hideInTexto, parametroOf, removeSecretos, secretoDejado } from './secretos.ts'

/** A kind of node of another tool: what the documentation says of it, and how it is converted. */
export interface Clase<T> {
  /** What it becomes, in a sentence. */
  mensaje: string
  /** Of most nodes of the kind; what a node has beyond it changes its own. */
  veredicto: Veredicto
  /** What leaves by each output. Absent: nothing is drawn and what arrives goes on. */
  convert?: (traduccion: T) => readonly Punto[]
}

/** What whoever does by hand what was not taken has to see: code as it is, settings as JSON, without what is secret. */
export interface Original {
  texto: string
  hasSecretos: boolean
}

const WORST: readonly Veredicto[] = ['tomado', 'aproximado', 'noTomado']

/** The conversion of one foreign node: what arrives, what is drawn for it, and what is to be told of it. */
export class Traduccion<A extends Ajeno = Ajeno> {
  readonly ajeno: A
  readonly dibujo: Dibujo
  readonly #entradas: readonly (Punto | null)[]
  readonly #hechos: string[] = []
  readonly #observaciones: string[] = []
  #veredicto: Veredicto

  constructor(options: {
    ajeno: A
    dibujo: Dibujo
    entradas: readonly (Punto | null)[]
    veredicto: Veredicto
  }) {
    this.ajeno = options.ajeno
    this.dibujo = options.dibujo
    this.#entradas = options.entradas
    this.#veredicto = options.veredicto
  }

  /** What arrives at an input; where nothing leads there, the beginning. */
  entrada(index = 0): Punto {
    return this.#entradas[index] ?? merge(this.#entradas.filter((each) => each !== null)) ?? INICIO
  }

  get entradas(): readonly Punto[] {
    return this.#entradas.filter((each) => each !== null)
  }

  /** What arrives, as one thing. */
  get item(): Uno {
    return primero(this.entrada().datos)
  }

  add(
    nodo: Pick<NodoNuevo, 'tipo'> & { nombre?: string } & Ajustes,
    desde: readonly Extremo[] = this.entrada().extremos,
  ): string {
    const { nodo: bounded, cuantas } = withoutLargas(this.#sinSecretos(nodo))
    const id = this.dibujo.add({ ...bounded, nombre: nodo.nombre ?? this.ajeno.nombre }, desde)
    this.#hechos.push(id)
    if (cuantas > 0) this.approximate(`Una fórmula pasaba de ${FORMULA_MAX} caracteres: quedó nula.`)
    return id
  }

  #sinSecretos<Nodo extends Ajustes>(nodo: Nodo): Nodo {
    const parametro = parametroOf('secreto', this.ajeno.nombre)
    const { nodo: left, quitados, usaParametro } = removeSecretos(nodo, parametro)
    for (const nombre of quitados) this.suggest(nombre === null ? SECRETO_EN_TEXTO : secretoDejado(nombre))
    if (usaParametro) {
      this.dibujo.depend({ recurso: 'parametros', referencia: parametro, nombre: parametro })
      this.suggest(`Comparaba con un secreto, que no se trajo: es el parámetro secreto «${parametro}».`)
    }
    return left
  }

  /** The entrada stands for it: whatever follows, there is a proceso. */
  begin(datos: Uno): readonly Punto[] {
    this.dibujo.begin()
    return [{ ...INICIO, datos }]
  }

  /** Another node of the drawing that is this one, for the report. */
  count(id: string): void {
    this.#hechos.push(id)
  }

  /** A formula as a place of the drawing, for those nodes that take only such: it is computed first where it is none. */
  referencia(
    formula: string,
    desde: readonly Extremo[] = this.entrada().extremos,
  ): { lista: { nodo: string; ruta: string }; desde: readonly Extremo[] } {
    const lista = asReferencia(formula)
    if (lista !== null) return { lista, desde }
    const parametros = parametrosOf([['elementos', origenOf({ formula, tipo: 'cualquiera' })]])
    const id = this.add(
      { tipo: 'transformacion', nombre: `Elementos para ${this.ajeno.nombre}`, parametros },
      desde,
    )
    return { lista: { nodo: id, ruta: 'elementos' }, desde: [{ nodo: id }] }
  }

  /** It does not do quite the same here. */
  approximate(observacion: string): void {
    this.#worsen('aproximado', observacion)
  }

  /** It goes on without it. */
  leave(observacion: string): readonly Punto[] {
    this.#worsen('noTomado', observacion)
    return [this.entrada()]
  }

  /** Something that whoever imports it has to do, and changes nothing of what it does. */
  suggest(observacion: string): void {
    this.#observaciones.push(observacion)
  }

  #worsen(veredicto: Veredicto, observacion: string): void {
    if (WORST.indexOf(veredicto) > WORST.indexOf(this.#veredicto)) this.#veredicto = veredicto
    if (!this.#observaciones.includes(observacion)) this.#observaciones.push(observacion)
  }

  /** The line of the report; what is to be known of it also stands in the drawing. */
  informar(mensaje: string, { texto: original, hasSecretos }: Original): LineaDeInforme {
    const { nombre, tipo } = this.ajeno
    const veredicto = this.#veredicto
    const [first] = this.#hechos
    const isNoted = veredicto === 'noTomado' || (veredicto === 'aproximado' && first === undefined)
    if (isNoted && hasSecretos) this.suggest(SECRETO_EN_NOTA)
    const full = [mensaje, ...this.#observaciones.map(hideInTexto)].filter((each) => each !== '').join(' ')
    if (isNoted) {
      const title = veredicto === 'noTomado' ? 'No tomado' : 'Aproximado'
      const texto = `${title}: ${nombre} (${tipo})\n${full}${original === '' ? '' : `\n\n${original}`}`
      this.dibujo.notar(texto, this.entrada().extremos, veredicto === 'noTomado' ? 'rojo' : 'amarillo')
    } else if (veredicto === 'aproximado' && first !== undefined) {
      this.dibujo.note(first, `Aproximado. ${full}`)
    }
    const destino = this.#hechos.map((id) => this.dibujo.nombreDe(id)).join(' → ')
    return { nodo: nombre, tipo, veredicto, mensaje: full, ...(destino !== '' && { destino }) }
  }
}

const SECRETO_EN_TEXTO = 'Llevaba escrito un secreto, que no se trajo: póngalo en un parámetro secreto.'
const SECRETO_EN_NOTA = 'Lo que llevaba escrito y es secreto no está en la nota.'

/** Where a flow begins of which nothing is known. */
export const INICIO: Punto = { extremos: [{ nodo: ENTRADA }], datos: uno(ENTRADA) }
