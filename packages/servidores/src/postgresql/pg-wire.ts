import type { Duplex } from 'node:stream'
import type pg from 'pg'
import type { Binder, Bound } from './pg-bind.ts'
import type { Parser } from './pg-types.ts'

/**
 * The extended query protocol (PostgreSQL's manual, 55.2.3) on pg's own client, which calls these methods while a statement is the active
 * one. Statements are described once and then only bound and executed: no description of the rows travels again.
 */

export interface Campo {
  name: string
  dataTypeID: number
}

/** A statement that the server keeps. */
export interface Prepared {
  readonly name: string
  readonly binders: readonly Binder[]
  readonly row: RowReader
  readonly campos: readonly Campo[]
}

/** Makes rows of the texts of a DataRow message. */
export class RowReader {
  readonly names: readonly string[]
  readonly #parsers: readonly Parser[]
  /** Cloned a row: an object that has all its names at once is made faster than one that grows. */
  readonly #empty: Record<string, unknown>

  constructor(names: readonly string[], parsers: readonly Parser[]) {
    this.names = names
    this.#parsers = parsers
    this.#empty = Object.fromEntries(names.map((name) => [name, null]))
  }

  read(texts: readonly (string | null)[]): Record<string, unknown> {
    const row = { ...this.#empty }
    for (let index = 0; index < texts.length; index++) {
      const text = texts[index]
      const parse = this.#parsers[index]
      const name = this.names[index]
      if (text !== null && text !== undefined && parse && name !== undefined) row[name] = parse(text)
    }
    return row
  }
}

/** What pg's connection does; its published types are of older messages. */
export interface Wire {
  readonly stream: Duplex
  parse(message: { name: string; text: string }): void
  bind(message: { portal: string; statement: string; values: readonly Bound[] }): void
  describe(message: { type: 'S' | 'P'; name: string }): void
  execute(message: { portal: string; rows: number }): void
  flush(): void
  sync(): void
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void
  off(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void
}

export function wireOf(connection: pg.Connection): Wire {
  return connection as unknown as Wire
}

/** The messages that pg's client hands to its active query. */
export abstract class Submitted<Output> {
  protected resolve: (output: Output) => void = () => {}
  protected reject: (error: unknown) => void = () => {}
  readonly promise = new Promise<Output>((resolve, reject) => {
    this.resolve = resolve
    this.reject = reject
  })

  abstract submit(connection: pg.Connection): void
  abstract handleReadyForQuery(): void
  handleRowDescription(_message: { fields: Campo[] }): void {}
  handleDataRow(_message: { fields: (string | null)[]; length: number }): void {}
  handleCommandComplete(_message: { text: string }): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleError(error: unknown): void {
    this.reject(error)
  }
}

/** Errors of the socket have no severity. */
export function isFromServer(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'severity' in error
}
