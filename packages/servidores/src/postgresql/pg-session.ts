import type { Limits } from '@div/contract'
import type pg from 'pg'
import { ColumnaIlegible, checkColumnas } from '../sql/columnas.ts'
import type { Zona } from '../sql/local-time.ts'
import { type Binder, type Bound, binderOf } from './pg-bind.ts'
import { PgCursor } from './pg-cursor.ts'
import { type Executed, Execution, type ExecutionOptions } from './pg-execution.ts'
import { type Described, Preparation } from './pg-preparation.ts'
import { PgTypes } from './pg-types.ts'
import { type Prepared, RowReader } from './pg-wire.ts'
import { StatementQueue } from './statement-queue.ts'

/** What statements of one connection share: those that are prepared, and the types they use. */
export class PgSession {
  readonly client: pg.Client
  readonly types: PgTypes
  readonly #queue: StatementQueue
  readonly #zona: Zona
  readonly #maxPrepared: number
  /** By text; the oldest first. */
  readonly #prepared = new Map<string, Prepared>()
  readonly #catalogue: Omit<ExecutionOptions, 'maximo'>
  #nextName = 1
  #nextPortal = 1

  constructor(client: pg.Client, { zona, limits }: { zona: Zona; limits: Limits }) {
    this.client = client
    this.#queue = new StatementQueue(client)
    this.types = new PgTypes({ zona, limits })
    this.#zona = zona
    this.#maxPrepared = limits.sentenciasPreparadas
    this.#catalogue = { maxBytes: limits.respuestaBytes, writes: false, interrupt: () => {} }
  }

  /** Known at once for a statement that is prepared already. */
  prepare(text: string): Prepared | Promise<Prepared> {
    return this.#prepared.get(text) ?? this.#queue.exclusively(() => this.#prepareNew(text))
  }

  execute(prepared: Prepared, values: readonly unknown[], options: ExecutionOptions): Promise<Executed> {
    const bound = this.#bind(prepared, values)
    return this.#queue.execute(new Execution(this.client, { prepared, values: bound, options }))
  }

  openCursor(prepared: Prepared, values: readonly unknown[]): PgCursor {
    return this.client.query(new PgCursor(prepared, this.#bind(prepared, values), `c${this.#nextPortal++}`))
  }

  /** A statement of our own, with the rows that the catalogue answers. */
  async query(text: string, values: readonly unknown[], maximo: number): Promise<Record<string, unknown>[]> {
    const prepared = await this.prepare(text)
    const { filas } = await this.execute(prepared, values, { ...this.#catalogue, maximo })
    return filas
  }

  /** For a statement that will not come again. */
  async queryOnce(text: string, options: ExecutionOptions): Promise<Executed> {
    return this.execute(await this.#describe('', text), [], options)
  }

  /** The server has another plan for it than we have: the next use prepares it again. */
  forget(text: string): void {
    this.#prepared.delete(text)
  }

  #bind({ binders }: Prepared, values: readonly unknown[]): Bound[] {
    const bound = new Array<Bound>(values.length)
    for (let place = 0; place < values.length; place++) {
      const value = values[place]
      const bind = binders[place]
      bound[place] = value === null || value === undefined || !bind ? null : bind(value)
    }
    return bound
  }

  async #prepareNew(text: string): Promise<Prepared> {
    // Somebody ahead may have needed it too.
    const known = this.#prepared.get(text)
    if (known) return known
    const name = `d${this.#nextName++}`
    const prepared = await this.#describe(name, text).catch(async (error: unknown) => {
      // The server has it, and nobody will execute it.
      if (error instanceof ColumnaIlegible) await this.client.query(`deallocate ${name}`)
      throw error
    })
    this.#prepared.set(text, prepared)
    this.#dropOldest()
    return prepared
  }

  async #describe(name: string, text: string): Promise<Prepared> {
    const described = await this.client.query(new Preparation(name, text)).promise
    await this.#learnTypes(described)
    const { parametros, campos } = described
    const names = campos.map((campo) => campo.name)
    checkColumnas(names)
    const binders: Binder[] = parametros.map((oid) => binderOf(this.types.of(oid), this.#zona))
    const row = new RowReader(
      names,
      campos.map(({ dataTypeID }) => this.types.parserOf(dataTypeID)),
    )
    return { name, binders, row, campos }
  }

  /** Behind those who are to execute it. What fails then is told by the next statement. */
  #dropOldest(): void {
    const [oldest] = this.#prepared
    if (this.#prepared.size <= this.#maxPrepared || !oldest) return
    const [text, { name }] = oldest
    this.#prepared.delete(text)
    this.#queue.exclusively(() => this.client.query(`deallocate ${name}`)).catch(() => {})
  }

  async #learnTypes({ parametros, campos }: Described): Promise<void> {
    const oids = [...parametros, ...campos.map(({ dataTypeID }) => dataTypeID)]
    const unknown = oids.filter((oid) => this.types.isUnknown(oid))
    if (unknown.length === 0) return
    // In text: a statement that is prepared would have to be described itself.
    const { rows } = await this.client.query<{ oid: string; elemento: string; base: string }>(
      `select oid::text, (case when typcategory = 'A' then typelem else 0 end)::text as elemento, typbasetype::text as base
         from pg_type where oid = any($1::oid[])`,
      [unknown.map(String)],
    )
    for (const { oid, elemento, base } of rows) {
      this.types.learn({ oid: Number(oid), elemento: Number(elemento), base: Number(base) })
    }
  }
}
