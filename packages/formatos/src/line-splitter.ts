import type { Reglas } from './define-formato.ts'

/** Lines of a text that comes in pieces, without their ends; `linea` is the number of the one that was told last. */
export class LineSplitter {
  linea = 0
  readonly #reglas: Pick<Reglas, 'maximoRegistro' | 'refuse'>
  #parts: string[] = []
  #length = 0

  constructor(reglas: Pick<Reglas, 'maximoRegistro' | 'refuse'>) {
    this.#reglas = reglas
  }

  *push(text: string): Generator<string> {
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const line = this.#take(text.slice(start, end))
      start = end + 1
      yield line
    }
    this.#keep(text.slice(start))
  }

  /** The last line may have no end. */
  *end(): Generator<string> {
    if (this.#length > 0) yield this.#take('')
  }

  #take(last: string): string {
    this.#keep(last)
    const line = this.#parts.join('')
    this.#parts = []
    this.#length = 0
    this.linea++
    return line.endsWith('\r') ? line.slice(0, -1) : line
  }

  #keep(part: string): void {
    const { maximoRegistro, refuse } = this.#reglas
    this.#length += part.length
    if (this.#length > maximoRegistro)
      refuse(`la línea ${this.linea + 1} pasa de ${maximoRegistro} caracteres`)
    if (part !== '') this.#parts.push(part)
  }
}
