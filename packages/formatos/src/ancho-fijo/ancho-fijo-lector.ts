import type { Lector, Reglas } from '../define-formato.ts'
import { LineSplitter } from '../line-splitter.ts'
import { type Celda, CeldaInvalida, compileCelda } from '../tipo-de-columna.ts'
import type { ColumnaFija, OpcionesAnchoFijo } from './ancho-fijo.ts'
import { CODIGO, type ColumnaPuesta, isRightAligned } from './columna-puesta.ts'
import { readImplied } from './implied-decimals.ts'

/** Some systems end a file with it. */
const END_OF_FILE = '\u001a'

interface Campo extends ColumnaPuesta {
  strip: (text: string) => string
  /** Null: a text. */
  celda: Celda | null
}

interface Disposicion {
  opciones: OpcionesAnchoFijo
  tipos: ReadonlyMap<string, readonly ColumnaPuesta[]>
  ancho: number
}

export class AnchoFijoLector implements Lector {
  readonly #opciones: OpcionesAnchoFijo
  readonly #reglas: Reglas
  readonly #tipos: ReadonlyMap<string, readonly Campo[]>
  readonly #ancho: number
  readonly #lines: LineSplitter
  /** Of records that follow each other, what is not a whole one yet. */
  #rest = ''
  #count = 0

  constructor({ opciones, tipos, ancho }: Disposicion, reglas: Reglas) {
    this.#opciones = opciones
    this.#reglas = reglas
    this.#ancho = ancho
    this.#lines = new LineSplitter(reglas)
    this.#tipos = new Map(
      [...tipos].map(([code, placed]) => [code, placed.map((each) => openCampo(each, opciones.decimal))]),
    )
  }

  push(text: string): unknown[] {
    if (this.#opciones.registros === 'lineas') return this.#readLines(this.#lines.push(text))
    const whole = this.#rest + text
    const registros: unknown[] = []
    let at = 0
    for (; at + this.#ancho <= whole.length; at += this.#ancho)
      registros.push(this.#readRegistro(whole.slice(at, at + this.#ancho), `registro ${++this.#count}`))
    this.#rest = whole.slice(at)
    return registros
  }

  end(): unknown[] {
    if (this.#opciones.registros === 'lineas') return this.#readLines(this.#lines.end())
    // A line end behind the last one is none of its characters; blanks at its end may be left out.
    const rest = this.#rest.trimEnd().replace(END_OF_FILE, '').trimEnd()
    this.#rest = ''
    return rest === '' ? [] : [this.#readRegistro(rest, `registro ${++this.#count}`)]
  }

  #readLines(lines: Iterable<string>): unknown[] {
    const registros: unknown[] = []
    for (const line of lines) {
      if (line !== '' && line !== END_OF_FILE)
        registros.push(this.#readRegistro(line, `línea ${this.#lines.linea}`))
    }
    return registros
  }

  #readRegistro(text: string, place: string): Record<string, unknown> {
    const { codigoInicio, codigoLargo } = this.#opciones
    const { refuse } = this.#reglas
    const code = text.slice(codigoInicio - 1, codigoInicio - 1 + codigoLargo)
    const campos = this.#tipos.get(codigoLargo === 0 ? '' : code)
    if (!campos) return refuse(`${place}: no hay columnas para el tipo de registro «${code}»`)
    const registro: Record<string, unknown> = codigoLargo === 0 ? {} : { [CODIGO]: code }
    for (const { columna, inicio, fin, strip, celda } of campos) {
      // Blanks at the end of a line are often left out.
      const field = text.slice(inicio, fin)
      if (celda === null) registro[columna.nombre] = strip(field)
      else registro[columna.nombre] = this.#readCelda(celda, field, { place, columna, strip })
    }
    return registro
  }

  #readCelda(
    celda: Celda,
    field: string,
    { place, columna, strip }: { place: string; columna: ColumnaFija; strip: Campo['strip'] },
  ): unknown {
    if (field.trim() === '') return null
    try {
      return celda.read(strip(field))
    } catch (cause) {
      if (!(cause instanceof CeldaInvalida)) throw cause
      return this.#reglas.refuse(`${place}, campo «${columna.nombre}»: ${cause.message}`, cause)
    }
  }
}

function openCampo(puesta: ColumnaPuesta, decimal: OpcionesAnchoFijo['decimal']): Campo {
  const { columna } = puesta
  const { tipo, relleno, decimales } = columna
  const isNumber = tipo === 'entero' || tipo === 'decimal'
  const celda = tipo === 'texto' ? null : compileCelda(columna, decimal)
  const strip = stripperOf(relleno, isRightAligned(columna))
  return {
    ...puesta,
    strip: isNumber && relleno === '0' && isRightAligned(columna) ? stripZeros : strip,
    celda:
      celda && decimales !== undefined ? { ...celda, read: (text) => readImplied(text, decimales) } : celda,
  }
}

/** Those before the digits of a number: the sign stands before them, and of a zero one is left. */
function stripZeros(text: string): string {
  return text.trim().replace(/^([+-]?)0+(?=\d)/, '$1')
}

function stripperOf(relleno: string, isRight: boolean): (text: string) => string {
  return (text) => {
    let [start, end] = [0, text.length]
    if (isRight) while (start < end && text[start] === relleno) start++
    else while (end > start && text[end - 1] === relleno) end--
    return text.slice(start, end)
  }
}
