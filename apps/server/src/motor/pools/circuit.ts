import { CircuitoAbierto, type PoolStats, type Resiliencia } from '@div/contract'

/** What a finished call says of the servidor: it works, it failed by its own fault, or nothing. */
export type Veredicto = 'sano' | 'fallo' | 'nada'

/** Refuses calls to a servidor that failed several times in a row; after a pause it lets exactly one through to find out. */
export class Circuit {
  readonly #servidor: string
  readonly #settings: Resiliencia['cortacircuitos']
  readonly #now: () => number
  #failures = 0
  /** By its clock; 0 while closed. */
  #opensAt = 0
  #isProbing = false

  constructor(servidor: string, settings: Resiliencia['cortacircuitos'], now: () => number) {
    this.#servidor = servidor
    this.#settings = settings
    this.#now = now
  }

  get estado(): PoolStats['circuito'] {
    if (this.#opensAt === 0) return 'cerrado'
    return this.#isProbing || this.#now() >= this.#opensAt ? 'probando' : 'abierto'
  }

  /** Whether this call is the probe, to be told to `settle`. Throws CircuitoAbierto. */
  admit(): boolean {
    if (this.#opensAt === 0) return false
    const leftMs = this.#opensAt - this.#now()
    if (leftMs > 0 || this.#isProbing) {
      const segundos = Math.max(1, Math.ceil(leftMs / 1_000))
      throw new CircuitoAbierto(
        { servidor: this.#servidor, segundos },
        // Trying again before that is refused again.
        { extra: { reintentarEnSegundos: segundos, reintentable: false } },
      )
    }
    this.#isProbing = true
    return true
  }

  settle(isProbe: boolean, veredicto: Veredicto): void {
    if (isProbe) return this.#settleProbe(veredicto)
    // Calls that were under way when it opened say nothing new.
    if (this.#opensAt !== 0 || veredicto === 'nada') return
    if (veredicto === 'sano') this.#failures = 0
    else if (++this.#failures >= this.#settings.umbral) this.#open()
  }

  #settleProbe(veredicto: Veredicto): void {
    this.#isProbing = false
    // A probe that was cancelled leaves the question to the next call.
    if (veredicto === 'nada') return
    if (veredicto === 'fallo') return this.#open()
    this.#failures = 0
    this.#opensAt = 0
  }

  #open(): void {
    this.#opensAt = this.#now() + this.#settings.reaperturaMs
  }
}
