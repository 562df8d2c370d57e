import type pg from 'pg'
import { type Campo, Submitted, type Wire, wireOf } from './pg-wire.ts'

export interface Described {
  parametros: readonly number[]
  campos: readonly Campo[]
}

/** Parses a statement under a name and learns the types of its parameters and columns. */
export class Preparation extends Submitted<Described> {
  readonly #name: string
  readonly #text: string
  #wire: Wire | null = null
  #campos: readonly Campo[] = []
  #parametros: readonly number[] = []

  constructor(name: string, text: string) {
    super()
    this.#name = name
    this.#text = text
  }

  // The parser of names that pg keeps is not used: this class knows what is prepared.
  submit(connection: pg.Connection): void {
    const wire = wireOf(connection)
    this.#wire = wire
    wire.once('parameterDescription', this.#onParameters)
    wire.stream.cork()
    wire.parse({ name: this.#name, text: this.#text })
    wire.describe({ type: 'S', name: this.#name })
    wire.sync()
    wire.stream.uncork()
  }

  override handleRowDescription({ fields }: { fields: Campo[] }): void {
    this.#campos = fields
  }

  handleReadyForQuery(): void {
    this.resolve({ parametros: this.#parametros, campos: this.#campos })
  }

  override handleError(error: unknown): void {
    this.#wire?.off('parameterDescription', this.#onParameters)
    this.reject(error)
  }

  readonly #onParameters = ({ dataTypeIDs }: { dataTypeIDs: number[] }): void => {
    this.#parametros = dataTypeIDs
  }
}
