import type { Connection as Driver } from 'mysql2'
import type { LecturaMysql } from './mysql-values.ts'
import { type Command, RowCollector } from './row-collector.ts'

type Fila = Record<string, unknown>

/** The rows of one statement in batches. The socket is paused while nobody asks, so that memory stays flat. */
export class MysqlCursor {
  readonly #driver: Driver
  readonly #lectura: LecturaMysql
  readonly #size: number
  #collector: RowCollector | null = null
  #failure: { error: unknown } | null = null
  #isOver = false
  /** A batch is full and waits to be taken. */
  #isPaused = false
  #isTaken = false
  #discards = false
  #wake: () => void = () => {}

  constructor(driver: Driver, lectura: LecturaMysql, size: number) {
    this.#driver = driver
    this.#lectura = lectura
    this.#size = size
  }

  follow(command: Command): void {
    command
      .on('fields', (fields) => {
        this.#collector = fields ? new RowCollector(fields, this.#lectura) : null
        if (this.#collector?.failure) this.#refuse(this.#collector.failure)
      })
      .on('result', (row) => this.#collect(row))
      .on('error', (error) => this.fail(error))
      .on('end', () => this.#end())
  }

  fail(error: unknown): void {
    this.#failure ??= { error }
    this.#end()
  }

  /** The next rows; none at the end. */
  async next(): Promise<Fila[]> {
    if (this.#isTaken) this.#resume()
    if (!this.#isOver && !this.#isPaused && !this.#failure) await this.#settled()
    this.#isTaken = true
    if (this.#failure) throw this.#failure.error
    return this.#collector?.take() ?? []
  }

  /** Resolves when the connection is free. `interrupt` stops a statement whose rows are no longer wanted. */
  async close(interrupt: () => void): Promise<void> {
    if (this.#isOver) return
    this.#discards = true
    interrupt()
    const over = this.#settled()
    this.#resume()
    await over
  }

  /** The statement goes on until it is closed; none of its rows can be used. */
  #refuse(error: unknown): void {
    this.#failure ??= { error }
    this.#discards = true
    this.#wake()
  }

  #collect(row: Fila): void {
    if (this.#discards || this.#collector === null) return
    this.#collector.add(row)
    if (this.#collector.failure) return this.#refuse(this.#collector.failure)
    if (this.#collector.filas.length < this.#size) return
    this.#isPaused = true
    this.#driver.pause()
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
    this.#isTaken = false
    this.#driver.resume()
  }

  #end(): void {
    this.#isOver = true
    this.#wake()
  }
}
