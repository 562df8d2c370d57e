import type { Request } from 'tedious'
import type { Zona } from '../sql/local-time.ts'
import { type Celda, RowCollector } from './row-collector.ts'
import type { Campo } from './sqlserver-values.ts'

type Fila = Record<string, unknown>

/** The rows of one statement in batches. The driver reads no further while nobody asks, so that memory stays flat. */
export class SqlserverCursor {
  readonly #zona: Zona
  readonly #size: number
  #request: Request | null = null
  #collector: RowCollector | null = null
  #failure: unknown = null
  #isOver = false
  #isPaused = false
  #discards = false
  #wake: () => void = () => {}

  constructor(zona: Zona, size: number) {
    this.#zona = zona
    this.#size = size
  }

  follow(request: Request): void {
    this.#request = request
    request
      .on('columnMetadata', (campos) => {
        const collector = new RowCollector(Array.isArray(campos) ? (campos as Campo[]) : [], this.#zona)
        this.#collector = collector
        this.#failure ??= collector.failure
        if (this.#failure !== null) this.#wake()
      })
      .on('row', (celdas: readonly Celda[]) => this.#collect(celdas))
  }

  /** Called when the statement is over, with why it failed. */
  end(failure: unknown): void {
    if (!this.#discards) this.#failure ??= failure
    this.#isOver = true
    this.#wake()
  }

  /** The next rows; none at the end. */
  async next(): Promise<Fila[]> {
    this.#resume()
    if (!this.#isOver && this.#failure === null) await this.#settled()
    if (this.#failure !== null) throw this.#failure
    return this.#collector?.take() ?? []
  }

  /** Resolves when the connection is free. `interrupt` stops a statement whose rows are no longer wanted. */
  async close(interrupt: () => void): Promise<void> {
    if (this.#isOver) return
    this.#discards = true
    const over = new Promise<void>((resolve) => {
      this.#wake = () => {
        if (this.#isOver) resolve()
      }
    })
    interrupt()
    this.#resume()
    await over
  }

  #collect(celdas: readonly Celda[]): void {
    if (this.#discards || this.#failure !== null || this.#collector === null) return
    this.#collector.add(celdas)
    if (this.#collector.filas.length < this.#size) return
    this.#isPaused = true
    this.#request?.pause()
    this.#wake()
  }

  #settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#request?.resume()
  }
}
