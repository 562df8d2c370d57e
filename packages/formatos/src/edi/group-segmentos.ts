import type { Lector, Reglas } from '../define-formato.ts'
import type { EdiLector, Segmento } from './edi-lector.ts'
import type { Grupo } from './grupos.ts'

interface Abierto {
  grupo: Grupo
  registro: Registro
}

interface Registro extends Segmento {
  /** Before its inner groups. */
  segmentos: Segmento[]
  /** Behind them. */
  cierre: Segmento[]
  [nombre: string]: unknown
}

/** A header with what belongs to it as one record: its segments, and a list of each inner group. */
export class GrupoLector implements Lector {
  readonly #segmentos: EdiLector
  readonly #grupos: readonly Grupo[]
  readonly #reglas: Reglas
  /** From the outermost to the innermost. */
  #abiertos: Abierto[] = []
  /** Characters of the outermost, and how many segments came before. */
  #length = 0
  #count = 0

  constructor(segmentos: EdiLector, grupos: readonly Grupo[], reglas: Reglas) {
    this.#segmentos = segmentos
    this.#grupos = grupos
    this.#reglas = reglas
  }

  push(text: string): unknown[] {
    return this.#segmentos.push(text).flatMap((segmento) => this.#take(segmento))
  }

  end(): unknown[] {
    const last = this.#segmentos.end().flatMap((segmento) => this.#take(segmento))
    return [...last, ...this.#close(0)]
  }

  /** The records that end before it, and itself where it is of no group. */
  #take(segmento: Segmento): unknown[] {
    this.#count++
    const grupo = this.#grupos.find((each) => each.segmento === segmento.segmento)
    const ended = this.#close(grupo ? this.#depthOf(grupo) : this.#depthBefore(segmento))
    if (grupo) this.#open(grupo, segmento)
    else if (this.#abiertos.length === 0) return [...ended, segmento]
    else this.#add(segmento)
    this.#measure(segmento)
    return ended
  }

  /** How many groups stay open for one of this kind to begin. */
  #depthOf({ segmento, dentroDe }: Grupo): number {
    if (dentroDe === undefined) return 0
    const outer = this.#abiertos.findIndex(({ grupo }) => grupo.segmento === dentroDe)
    return outer === -1
      ? this.#reglas.refuse(
          `segmento ${this.#count}: «${segmento}» va dentro de «${dentroDe}», que no ha empezado`,
        )
      : outer + 1
  }

  /** How many groups stay open before one that begins none. */
  #depthBefore({ segmento }: Segmento): number {
    const ended = this.#abiertos.findIndex(({ grupo }) => grupo.hasta.includes(segmento))
    return ended === -1 ? this.#abiertos.length : ended
  }

  #open(grupo: Grupo, segmento: Segmento): void {
    const inner = this.#grupos.filter(({ dentroDe }) => dentroDe === grupo.segmento)
    const registro: Registro = { ...segmento, segmentos: [], cierre: [] }
    for (const { nombre } of inner) registro[nombre] = []
    const outer = this.#abiertos.at(-1)?.registro[grupo.nombre]
    if (Array.isArray(outer)) outer.push(registro)
    this.#abiertos.push({ grupo, registro })
  }

  #add(segmento: Segmento): void {
    const abierto = this.#abiertos.at(-1)
    if (!abierto) return
    const { grupo, registro } = abierto
    const hasInner = this.#grupos.some(({ dentroDe, nombre }) => {
      const list = dentroDe === grupo.segmento ? registro[nombre] : undefined
      return Array.isArray(list) && list.length > 0
    })
    const place = hasInner ? registro.cierre : registro.segmentos
    place.push(segmento)
  }

  #close(depth: number): unknown[] {
    const [outermost] = this.#abiertos
    this.#abiertos.length = Math.min(depth, this.#abiertos.length)
    if (!outermost || depth > 0) return []
    this.#length = 0
    return [outermost.registro]
  }

  #measure({ segmento, elementos }: Segmento): void {
    const { maximoRegistro } = this.#reglas
    this.#length += segmento.length
    for (const elemento of elementos.flat()) this.#length += elemento.length + 1
    if (this.#length > maximoRegistro)
      this.#reglas.refuse(`segmento ${this.#count}: el registro pasa de ${maximoRegistro} caracteres`)
  }
}

/** The segments of records that may be groups, in the order in which they are written. */
export function flattenGrupos(
  registros: readonly Readonly<Record<string, unknown>>[],
  grupos: readonly Grupo[],
  { refuse }: Pick<Reglas, 'refuse'>,
): unknown[] {
  const inner = (segmento: unknown) => grupos.filter(({ dentroDe }) => dentroDe === segmento)
  const listOf = (registro: Readonly<Record<string, unknown>>, nombre: string): readonly unknown[] => {
    const list = (Object.hasOwn(registro, nombre) ? registro[nombre] : undefined) ?? []
    return Array.isArray(list) ? list : refuse(`«${nombre}» de «${String(registro.segmento)}» es una lista`)
  }
  const flatten = (registro: unknown): unknown[] => {
    if (!isGrupo(registro) || !grupos.some(({ segmento }) => segmento === registro.segmento))
      return [registro]
    const { segmento, elementos = [] } = registro
    return [
      { segmento, elementos },
      ...listOf(registro, 'segmentos'),
      ...inner(segmento).flatMap(({ nombre }) => listOf(registro, nombre).flatMap(flatten)),
      ...listOf(registro, 'cierre'),
    ]
  }
  return registros.flatMap(flatten)
}

function isGrupo(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && 'segmento' in value
}
