import type { Conexion, DependenciaDePaquete, Nodo, Nota, Parametro } from '@div/contract'
import { asReferencia, type Formula } from '../expresion/formula.ts'
import { hideInTexto } from '../secretos.ts'
import type { Extremo } from './datos.ts'
import { type Pieza, place } from './place.ts'

/** A node as a converter says it: its id and its place come with the drawing. */
export type NodoNuevo = Pick<Nodo, 'tipo' | 'nombre'> & Ajustes

/** What a node keeps by its type. */
export type Ajustes = Readonly<Record<string, unknown>>

export type Origen = Pick<Parametro, 'valor' | 'valorAsignado' | 'expresion'>

/** Where values of a node come from: a plain path as mapping writes it, else the formula. */
export function origenOf({ formula }: Formula): Origen {
  const valorAsignado = asReferencia(formula)
  return valorAsignado === null ? { expresion: formula } : { valorAsignado }
}

/** The rows of a node, in their order. */
export function parametrosOf(campos: readonly (readonly [nombre: string, origen: Origen])[]): Parametro[] {
  return campos.map(([nombre, origen], index) => ({ nombre, ...origen, orden: index + 1 }))
}

export const ENTRADA = 'entrada'
const TEXTO_MAX = 10_000
const NOMBRE_MAX = 200
/** As many as a flujo may have; what is beyond stands in the last. */
const NOTAS_MAX = 500

/** The body is the first item that comes at the end, or all of them; or what comes is one field of it. */
type Respuesta = 'primero' | 'todos' | 'resultado'

interface Dibujado {
  nodos: Record<string, unknown>[]
  conexiones: Conexion[]
  notas: Nota[]
}

/** One proceso while it is drawn. */
export class Dibujo {
  readonly #nodos: (NodoNuevo & { id: string })[] = []
  readonly #conexiones: Omit<Conexion, 'id'>[] = []
  readonly #notas: { id: string; texto: string; desde: readonly Extremo[]; color: Nota['color'] }[] = []
  readonly #dependencias = new Map<string, DependenciaDePaquete>()
  /** What is known of what it depends on, by its reference. */
  readonly detalles = new Map<string, string>()
  #respuesta: Respuesta = 'resultado'
  #isBegun = false
  readonly #declarados = new Map<string, Parametro>()

  /** Draws a node behind those that lead to it, and answers its id. */
  add(nodo: NodoNuevo, desde: readonly Extremo[]): string {
    const id = `n${this.#nodos.length + 1}`
    this.#nodos.push({ ...nodo, nombre: cut(nodo.nombre, NOMBRE_MAX) || id, id })
    this.connect(desde, id)
    return id
  }

  connect(desde: readonly Extremo[], destino: string): void {
    for (const { nodo: origen, salida } of desde) {
      const isThere = this.#conexiones.some(
        (each) => each.origen === origen && each.destino === destino && each.salida === salida,
      )
      if (!isThere) this.#conexiones.push({ origen, destino, ...(salida !== undefined && { salida }) })
    }
  }

  /** A text for who reads a node that is drawn. */
  note(id: string, texto: string): void {
    const index = this.#nodos.findIndex((nodo) => nodo.id === id)
    const nodo = this.#nodos[index]
    if (nodo === undefined) return
    const nota = [nodo.nota, texto].filter((each) => typeof each === 'string').join('\n')
    this.#nodos[index] = { ...nodo, nota: cut(nota, TEXTO_MAX) }
  }

  /** A text on the drawing, below the node after which the one would stand that was not taken. */
  notar(escrito: string, desde: readonly Extremo[] = [], color: Nota['color'] = 'amarillo'): void {
    const texto = hideInTexto(escrito)
    const last = this.#notas.at(-1)
    if (last !== undefined && this.#notas.length >= NOTAS_MAX)
      last.texto = cut(`${last.texto}\n${texto}`, TEXTO_MAX)
    else this.#notas.push({ id: `nota${this.#notas.length + 1}`, texto: cut(texto, TEXTO_MAX), desde, color })
  }

  /** What a call needs to know of the entrada; the first that declares a name decides. Is it taken from the same place? */
  declare(parametro: Parametro): boolean {
    const known = this.#declarados.get(parametro.nombre) ?? parametro
    this.#declarados.set(parametro.nombre, known)
    return known.origen === parametro.origen
  }

  /** How the bundle names something that must be there. */
  depend(dependencia: DependenciaDePaquete): string {
    this.#dependencias.set(`${dependencia.recurso}/${dependencia.referencia}`, dependencia)
    return dependencia.referencia
  }

  /** What whoever called gets where the drawing has no answer of its own. */
  answer(respuesta: Respuesta): void {
    this.#respuesta = respuesta
  }

  get respuesta(): Respuesta {
    return this.#respuesta
  }

  detallar(referencia: string, detalle: string): void {
    this.detalles.set(referencia, detalle)
  }

  nombreDe(id: string): string {
    return this.#nodos.find((nodo) => nodo.id === id)?.nombre ?? id
  }

  /** Its entrada stands for what began a flow there. */
  begin(): void {
    this.#isBegun = true
  }

  /** Nothing stands in it but what was not taken. */
  get isEmpty(): boolean {
    return this.#nodos.length === 0 && !this.#isBegun
  }

  /** Takes over the notes of a drawing that has nothing else. */
  recoger(otro: Dibujo): void {
    for (const { texto, color } of otro.#notas) this.notar(texto, [], color)
  }

  /** Ends that nothing follows, but for answers. */
  get finales(): Extremo[] {
    const followed = new Set(this.#conexiones.map(({ origen }) => origen))
    const inside = this.#insideRegions()
    return this.#nodos
      .filter(({ id, tipo }) => tipo !== 'salida' && !followed.has(id) && !inside.has(id))
      .map(({ id, tipo }) => (tipo === 'condicion' ? { nodo: id, salida: 'otro' } : { nodo: id }))
  }

  /** What lies between a split and its join is left by the join only. */
  #insideRegions(): ReadonlySet<string> {
    const inside = new Set<string>()
    for (const { id, tipo } of this.#nodos) {
      if (tipo !== 'splitter-split') continue
      const join = this.#nodos.find(({ split }) => split === id)?.id
      const open = [id]
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        for (const { origen, destino } of this.#conexiones) {
          if (origen !== at || destino === join || inside.has(destino)) continue
          inside.add(destino)
          open.push(destino)
        }
      }
    }
    return inside
  }

  get hasSalida(): boolean {
    return this.#nodos.some(({ tipo }) => tipo === 'salida')
  }

  dependencias(): DependenciaDePaquete[] {
    return [...this.#dependencias.values()]
  }

  flujo(): Record<string, unknown> {
    return { version: 1, ...this.#draw() }
  }

  #draw(): Dibujado {
    const entrada = {
      id: ENTRADA,
      tipo: 'entrada',
      nombre: 'Entrada',
      parametros: [...this.#declarados.values()].map((each, index) => ({ ...each, orden: index + 1 })),
    }
    const nodos = [entrada, ...this.#nodos]
    const piezas = nodos.map((nodo): Pieza => {
      const salientes = this.#conexiones.filter(({ origen }) => origen === nodo.id)
      const letreros = [...new Set(salientes.flatMap(({ salida }) => salida ?? []))]
      return {
        id: nodo.id,
        tras: this.#conexiones.filter(({ destino }) => destino === nodo.id).map(({ origen }) => origen),
        alto: rowsOfNodo(nodo, letreros.length),
        letreros,
      }
    })
    const notas = this.#notas.map(({ id, desde, texto }) => ({
      id,
      de: desde[0]?.nodo,
      alto: rowsOf(texto),
    }))
    const posiciones = place(piezas, notas)
    const posicionOf = (id: string) => posiciones.get(id) ?? { x: 0, y: 0 }
    return {
      nodos: nodos.map((nodo) => ({ ...nodo, posicion: posicionOf(nodo.id) })),
      conexiones: this.#conexiones.map((each, index) => ({ id: `c${index + 1}`, ...each })),
      notas: this.#notas.map(({ id, texto, color }) => ({
        id,
        texto,
        color,
        posicion: posicionOf(id),
        tamano: { ancho: 224, alto: rowsOf(texto) * 128 - 32 },
      })),
    }
  }
}

/** Ways out in the first row beside the next node. */
const SALIDAS_POR_FILA = 2
const SALIDAS_DE_MAS = 5

/** Rows of the drawing that a node needs: each of its ways out has a line. */
function rowsOfNodo(nodo: Readonly<Record<string, unknown>>, salidas: number): number {
  // One more than its cases.
  const lines = Array.isArray(nodo.casos) ? nodo.casos.length + 1 : salidas
  return 1 + Math.ceil(Math.max(0, lines - SALIDAS_POR_FILA) / SALIDAS_DE_MAS)
}

/** Rows of the drawing that a text needs to be read. */
function rowsOf(texto: string): number {
  const lines = texto.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 32)), 0)
  return Math.min(4, Math.max(1, Math.ceil(lines / 5)))
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}
