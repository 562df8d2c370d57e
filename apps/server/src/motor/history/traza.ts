import type { EstadoEjecucion, NivelTraza } from '@div/contract'

type Nivel = { nivel: NivelTraza; porcentaje: number }

/**
 * What is kept of the runs of one proceso. A route holds it from its publication on, and the settings change it where it is: a call
 * reads a field and looks nothing up.
 */
export class Traza {
  /** Nothing of it is ever kept: its runs need no spans. */
  sinPasos = false
  #nivel: NivelTraza = 'todo'
  #share = 1
  /** Runs that ended well since one was kept, as a part of one. */
  #owed = 0
  #second = 0
  #withData = 0

  constructor(nivel: Nivel) {
    this.apply(nivel)
  }

  apply({ nivel, porcentaje }: Nivel): void {
    this.#nivel = nivel
    this.#share = porcentaje / 100
    this.sinPasos = nivel === 'nada'
  }

  /** Whether the history keeps a run that ended so. Of a share every so manieth is kept, not whichever chance takes. */
  keeps(estado: EstadoEjecucion): boolean {
    if (this.#nivel === 'todo') return true
    if (this.#nivel === 'nada') return false
    if (estado !== 'ok') return true
    if (this.#nivel === 'errores') return false
    this.#owed += this.#share
    if (this.#owed < 1) return false
    this.#owed -= 1
    return true
  }

  /** Whether one run more that ended well in this second is kept with its data, of which there are to be so many. */
  keepsData(second: number, maximo: number): boolean {
    if (second !== this.#second) {
      this.#second = second
      this.#withData = 0
    }
    return this.#withData++ < maximo
  }
}

/** Of runs that somebody waits to look at. */
export const TRAZA_ENTERA: Pick<Traza, 'keeps' | 'keepsData'> = { keeps: () => true, keepsData: () => true }
