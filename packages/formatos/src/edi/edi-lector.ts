import type { Lector, Reglas } from '../define-formato.ts'
import { isReserved } from '../nombres.ts'
import type { OpcionesEdi } from './edi.ts'
import { declaredSignos, ISA_LENGTH, type Signos, signosOf } from './signos.ts'

export interface Segmento {
  segmento: string
  /** An element with components is a list of them. */
  elementos: (string | string[])[]
}

/** Elements and components of one segment. */
const MAX_PARTES = 10_000

/** Each character is looked at once, however the text is cut into pieces. */
export class EdiLector implements Lector {
  readonly #reglas: Reglas
  #signos: Signos
  /** What came before it is known whether the document declares its signs. */
  #held: string | null = ''
  #parte = ''
  #componentes: string[] = []
  #elementos: (string | string[])[] = []
  #isEscaped = false
  #length = 0
  #partes = 0
  #count = 1

  constructor(opciones: OpcionesEdi, reglas: Reglas) {
    this.#reglas = reglas
    this.#signos = signosOf(opciones)
  }

  push(text: string): Segmento[] {
    if (this.#held === null) return this.#read(text)
    this.#held = (this.#held + text).replace(/^[\ufeff\s]+/, '')
    return this.#held.length < ISA_LENGTH ? [] : this.#release()
  }

  end(): Segmento[] {
    const segmentos = this.#held === null ? [] : this.#release()
    if (this.#isBlank) return segmentos
    // The last one of a text in lines may have no end.
    if (this.#signos.terminador !== '\n') this.#refuse('no acaba')
    return [...segmentos, this.#endSegmento()]
  }

  #release(): Segmento[] {
    const held = this.#held ?? ''
    this.#held = null
    const declared = declaredSignos(held)
    if (declared) this.#signos = declared.signos
    return this.#read(held.slice(declared?.length ?? 0))
  }

  #read(text: string): Segmento[] {
    const segmentos: Segmento[] = []
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const char = text.charAt(at)
      if (this.#isEscaped) this.#isEscaped = false
      else if (this.#isSigno(char)) {
        this.#keep(text.slice(from, at))
        from = at + 1
        const ended = this.#take(char)
        if (ended) segmentos.push(ended)
      }
    }
    this.#keep(text.slice(from))
    return segmentos
  }

  #isSigno(char: string): boolean {
    const { terminador, elementos, componentes, liberador } = this.#signos
    if (char === terminador || char === elementos || char === liberador) return true
    return char === componentes && !this.#isHeader
  }

  /** What a sign does; the segment that it ends. */
  #take(signo: string): Segmento | null {
    const { elementos, componentes, liberador } = this.#signos
    if (signo === liberador) this.#isEscaped = true
    else if (signo === elementos) this.#endElemento()
    else if (signo === componentes) this.#endComponente()
    else if (!this.#isBlank) return this.#endSegmento()
    else this.#parte = ''
    return null
  }

  /** Line ends between segments are for whoever looks at them. */
  get #isBlank(): boolean {
    return this.#elementos.length === 0 && this.#componentes.length === 0 && this.#parte.trim() === ''
  }

  /** The header of X12 has the signs as values. */
  get #isHeader(): boolean {
    return this.#elementos[0] === 'ISA'
  }

  #keep(part: string): void {
    const { maximoRegistro } = this.#reglas
    this.#length += part.length
    if (this.#length > maximoRegistro) this.#refuse(`pasa de ${maximoRegistro} caracteres`)
    this.#parte += part
  }

  #endComponente(): void {
    this.#componentes.push(this.#parte)
    this.#parte = ''
    if (++this.#partes > MAX_PARTES) this.#refuse(`tiene más de ${MAX_PARTES} valores`)
  }

  #endElemento(): void {
    if (this.#elementos.length === 0) this.#parte = this.#parte.trim()
    if (this.#componentes.length === 0) this.#elementos.push(this.#parte)
    else this.#elementos.push([...this.#componentes, this.#parte])
    this.#componentes = []
    this.#parte = ''
    if (++this.#partes > MAX_PARTES) this.#refuse(`tiene más de ${MAX_PARTES} valores`)
  }

  #endSegmento(): Segmento {
    if (this.#signos.terminador === '\n' && this.#parte.endsWith('\r')) this.#parte = this.#parte.slice(0, -1)
    this.#endElemento()
    const [segmento = '', ...elementos] = this.#elementos
    if (typeof segmento !== 'string' || segmento === '' || isReserved(segmento))
      return this.#refuse('no empieza por su nombre')
    this.#elementos = []
    this.#length = 0
    this.#partes = 0
    this.#count++
    return { segmento, elementos }
  }

  #refuse(motivo: string): never {
    return this.#reglas.refuse(`segmento ${this.#count}: ${motivo}`)
  }
}
