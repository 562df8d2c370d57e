import type { Lector, Reglas } from '../define-formato.ts'
import { MAX_COLUMNAS, nameFields } from '../nombres.ts'
import type { OpcionesCsv } from './csv.ts'
import { compileFila, type Fila } from './fila.ts'

/** Characters in which the first line must end for its separator to be found out. */
const MAX_FIRST_LINE = 65_536

const LINE_FEED = 10
const BACKSLASH = 92

/** Where the next character stands. */
type State = 'inicio' | 'valor' | 'comillas' | 'tras' | 'comentario'

/** Each character is looked at once, however the text is cut into pieces. */
export class CsvLector implements Lector {
  readonly #opciones: OpcionesCsv
  readonly #reglas: Reglas
  readonly #quote: string
  readonly #lineEnd: string
  #separador: string
  /** What came before the separator is known. */
  #held: string | null
  #isFirst = true
  #fila: Fila | null = null
  #state: State = 'inicio'
  /** The last character was a backslash, which takes the next one as it is. */
  #isEscaped = false
  #celda = ''
  /** How much of it ends in a character that was taken as it is. */
  #literal = 0
  /** Null: an empty cell without quotes. */
  #celdas: (string | null)[] = []
  #length = 0
  #linea = 1
  /** Where the record began. */
  #inicio = 1
  #registros: unknown[] = []

  constructor(opciones: OpcionesCsv, reglas: Reglas) {
    this.#opciones = opciones
    this.#reglas = reglas
    this.#quote = opciones.csv.comillas
    this.#lineEnd = opciones.csv.finDeLinea === 'cr' ? '\r' : '\n'
    this.#separador = opciones.separador ?? ','
    this.#held = opciones.separador === undefined ? '' : null
  }

  push(text: string): unknown[] {
    // The mark of UTF-8 belongs to the bytes; a text may have brought it along.
    const piece = this.#isFirst && text.startsWith('\ufeff') ? text.slice(1) : text
    if (text !== '') this.#isFirst = false
    if (this.#held === null) return this.#readPiece(piece)
    this.#held += piece
    if (!piece.includes(this.#lineEnd) && this.#held.length < MAX_FIRST_LINE) return []
    return this.#release()
  }

  end(): unknown[] {
    const before = this.#held === null ? [] : this.#release()
    this.#registros = []
    if (this.#state === 'comillas') this.#refuse('las comillas que se abren no se cierran')
    if (this.#state === 'tras') this.#endCelda(this.#celda)
    // Behind a separator there is one more cell.
    else if (this.#state === 'valor' || this.#celdas.length > 0) this.#endPlain()
    if (this.#celdas.length > 0) this.#endRecord()
    return [...before, ...this.#registros]
  }

  /** The first line says the separator: the one that it has most of. */
  #release(): unknown[] {
    const held = this.#held ?? ''
    this.#held = null
    const [line = ''] = held.split(this.#lineEnd, 1)
    const counts = [',', ';', '\t', '|'].map((each) => ({ each, count: line.split(each).length }))
    this.#separador = counts.reduce((best, next) => (next.count > best.count ? next : best)).each
    return this.#readPiece(held)
  }

  #readPiece(text: string): unknown[] {
    this.#registros = []
    let at = 0
    while (at < text.length) {
      switch (this.#state) {
        case 'inicio':
          at = this.#begin(text, at)
          break
        case 'valor':
          at = this.#readValor(text, at)
          break
        case 'comillas':
          at = this.#readComillas(text, at)
          break
        case 'tras':
          at = this.#leaveComillas(text, at)
          break
        case 'comentario':
          at = this.#skipComentario(text, at)
          break
      }
    }
    return this.#registros
  }

  #begin(text: string, at: number): number {
    const { comentario, recortar } = this.#opciones.csv
    const char = text[at]
    if (comentario !== '' && char === comentario && this.#celdas.length === 0) {
      this.#state = 'comentario'
      return at + 1
    }
    if (recortar && (char === ' ' || char === '\t') && char !== this.#separador) return at + 1
    if (this.#quote !== '' && char === this.#quote) {
      this.#state = 'comillas'
      return at + 1
    }
    this.#state = 'valor'
    return at
  }

  #readValor(text: string, start: number): number {
    // Codes, since this is where a large file spends its time.
    const separador = this.#separador.charCodeAt(0)
    const lineEnd = this.#lineEnd.charCodeAt(0)
    const backslash = this.#opciones.csv.escapado === 'barra' ? BACKSLASH : Number.NaN
    let from = start
    if (this.#isEscaped) {
      this.#isEscaped = false
      this.#keep(text.charAt(from))
      this.#literal = this.#celda.length
      if (text.charCodeAt(from) === LINE_FEED) this.#linea++
      from++
    }
    let at = from
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === separador) {
        this.#keep(text.slice(from, at))
        this.#endPlain()
        return at + 1
      }
      if (code === lineEnd) {
        this.#keep(text.slice(from, at))
        if (this.#celda.length > this.#literal && this.#celda.endsWith('\r'))
          this.#celda = this.#celda.slice(0, -1)
        this.#endPlain()
        this.#endRecord()
        return at + 1
      }
      if (code === backslash) {
        this.#keep(text.slice(from, at))
        this.#isEscaped = true
        return at + 1
      }
    }
    this.#keep(text.slice(from, at))
    return at
  }

  #readComillas(text: string, from: number): number {
    if (this.#isEscaped) {
      this.#isEscaped = false
      this.#keep(text.charAt(from))
      return from + 1
    }
    const quote = this.#quote.charCodeAt(0)
    const backslash = this.#opciones.csv.escapado === 'barra' ? BACKSLASH : Number.NaN
    let at = from
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code !== quote && code !== backslash) continue
      this.#keep(text.slice(from, at))
      if (code === quote) this.#state = 'tras'
      else this.#isEscaped = true
      return at + 1
    }
    this.#keep(text.slice(from, at))
    return at
  }

  #leaveComillas(text: string, at: number): number {
    const char = text[at] ?? ''
    const { escapado, recortar } = this.#opciones.csv
    if (char === this.#quote && escapado === 'doble') {
      this.#keep(char)
      this.#state = 'comillas'
    } else if (char === this.#separador) {
      this.#endCelda(this.#celda)
    } else if (char === this.#lineEnd) {
      this.#endCelda(this.#celda)
      this.#endRecord()
    } else if (char !== '\r' && !(recortar && (char === ' ' || char === '\t')))
      this.#refuse('detrás de unas comillas que cierran va el separador')
    return at + 1
  }

  #skipComentario(text: string, from: number): number {
    const end = text.indexOf(this.#lineEnd, from)
    if (end === -1) return text.length
    this.#linea++
    this.#inicio = this.#linea
    this.#state = 'inicio'
    return end + 1
  }

  #keep(part: string): void {
    if (part === '') return
    this.#length += part.length
    if (this.#length > this.#reglas.maximoRegistro)
      this.#refuse(`el registro pasa de ${this.#reglas.maximoRegistro} caracteres`)
    this.#celda += part
    if (this.#state === 'comillas') this.#linea += countLines(part)
  }

  #endPlain(): void {
    const celda = this.#opciones.csv.recortar ? this.#celda.trim() : this.#celda
    this.#endCelda(celda === '' ? null : celda)
  }

  #endCelda(celda: string | null): void {
    this.#celdas.push(celda)
    if (this.#celdas.length > MAX_COLUMNAS) this.#refuse(`tiene más de ${MAX_COLUMNAS} valores`)
    this.#celda = ''
    this.#literal = 0
    this.#state = 'inicio'
  }

  /** A line without anything is no record. */
  #endRecord(): void {
    const celdas = this.#celdas
    const linea = this.#inicio
    this.#celdas = []
    this.#length = 0
    this.#linea++
    this.#inicio = this.#linea
    if (celdas.length === 1 && celdas[0] === null) return
    if (this.#fila === null) {
      const { cabecera } = this.#opciones.csv
      this.#fila = this.#openFila(celdas)
      if (cabecera) return
    }
    this.#registros.push(this.#fila(celdas, linea))
  }

  /** By the first record: its names, or how many values each has. */
  #openFila(celdas: readonly (string | null)[]): Fila {
    const { cabecera, columnas } = this.#opciones.csv
    const unnamed = () =>
      columnas.length > 0 ? columnas.map(({ nombre }) => nombre) : celdas.map((_, at) => `c${at + 1}`)
    const names = cabecera
      ? nameFields(
          celdas.map((celda) => celda ?? ''),
          this.#reglas,
        )
      : unnamed()
    return compileFila(names, this.#opciones.csv, this.#reglas)
  }

  #refuse(motivo: string): never {
    return this.#reglas.refuse(`línea ${this.#inicio}: ${motivo}`)
  }
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}
