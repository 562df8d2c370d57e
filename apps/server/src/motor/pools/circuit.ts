import { type AppError, CircuitoAbierto, type PoolStats, type Resiliencia } from '@div/contract'

/** What a finished call says of the servidor: it works, it failed by its own fault, or nothing. */
export type Veredicto = 'sano' | 'fallo' | 'nada'

/** Refuses calls to a servidor that failed several times in a row; after a pause it lets exactly one through to find out. */
export class Circuit {
  readonly #servidor: string
  readonly #settings: Resiliencia['cortacircuitos']
  readonly #now: () => number
  readonly #onOpen: (reason: AppError) => void
  #failures = 0
  /** By its clock; 0 while closed. */
  #opensAt = 0
  /** When it began to refuse, by its clock; a probe that fails begins nothing new. */
  #openedAt = 0
  #isProbing = false

  constructor({
    servidor,
    settings,
    now,
    onOpen = () => {},
  }: {
    servidor: string
    settings: Resiliencia['cortacircuitos']
    now: () => number
    /** Told when it opens, with what it refuses calls with from now on. */
    onOpen?: (reason: AppError) => void
  }) {
    this.#servidor = servidor
    this.#settings = settings
    this.#now = now
    this.#onOpen = onOpen
  }

  get estado(): PoolStats['circuito'] {
    if (this.#opensAt === 0) return 'cerrado'
    return this.#isProbing || this.#now() >= this.#opensAt ? 'probando' : 'abierto'
  }

  /** For how long it has not been closed; null while it is. */
  get desdeMs(): number | null {
    return this.#opensAt === 0 ? null : this.#now() - this.#openedAt
  }

  /** Whether this call is the probe, to be told to `settle`. Throws CircuitoAbierto. */
  admit(): boolean {
    if (this.#opensAt === 0) return false
    const leftMs = this.#opensAt - this.#now()
    if (leftMs > 0 || this.#isProbing) throw this.#refusal(leftMs)
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
    const { reaperturaMs } = this.#settings
    if (this.#opensAt === 0) this.#openedAt = this.#now()
    this.#opensAt = this.#now() + reaperturaMs
    this.#onOpen(this.#refusal(reaperturaMs))
  }

  #refusal(leftMs: number): AppError {
    const segundos = Math.max(1, Math.ceil(leftMs / 1_000))
    return new CircuitoAbierto(
      { servidor: this.#servidor, segundos },
      // Nothing was asked of it, and trying again before that is refused again.
      { extra: { reintentarEnSegundos: segundos, reintentable: false } },
    )
  }
}
