import type { EventoDeChat, Mensaje, PiezaDeMensaje } from '@div/contract'

/** An answer that is being written: what came of it, for whoever listens from wherever they begin. */
export class Generacion {
  readonly piezas: PiezaDeMensaje[] = []
  texto = ''
  modelo: string | null = null
  /** Null: it goes on. */
  fin: Mensaje | null = null
  #change = Promise.withResolvers<void>()

  /** Somebody who listens is told what is new. */
  tell(): void {
    this.#change.resolve()
    this.#change = Promise.withResolvers<void>()
  }

  /** Asked before looking: what comes in between is not missed. */
  changed(): Promise<void> {
    return this.#change.promise
  }
}

/** What somebody who listens was told already. */
export interface Oido {
  /** Characters of the text. */
  texto: number
  piezas: number
  modelo: boolean
}

type Sabido = Pick<Generacion, 'texto' | 'piezas' | 'modelo' | 'fin'>

/** What is new for somebody, in the order in which it is shown; it counts as told. */
export function* tellNew({ texto, piezas, modelo, fin }: Sabido, oido: Oido): Iterable<EventoDeChat> {
  if (modelo !== null && !oido.modelo) {
    oido.modelo = true
    yield { tipo: 'modelo', modelo }
  }
  for (const pieza of piezas.slice(oido.piezas)) {
    oido.piezas++
    yield { tipo: 'pieza', pieza }
  }
  if (texto.length > oido.texto) {
    const desde = oido.texto
    oido.texto = texto.length
    yield { tipo: 'texto', desde, texto: texto.slice(desde) }
  }
  if (fin === null) return
  if (fin.error) yield { tipo: 'error', ...fin.error }
  yield { tipo: 'fin', mensaje: fin }
}
