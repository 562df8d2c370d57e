import type { Socket } from 'node:net'
import type { Connection as Driver, ResultSetHeader, TypedParameter } from 'mysql2'
import type { Zona } from '../sql/local-time.ts'
import type { AnswerLimit } from '../sql/sql-calls.ts'
import { MysqlCursor } from './mysql-cursor.ts'
import { type Bindable, type LecturaMysql, toMysql } from './mysql-values.ts'
import { type Command, RowCollector } from './row-collector.ts'

export interface Ejecutada {
  /** Sets of rows, in order. */
  conjuntos: RowCollector[]
  afectadas: number
}

export interface MysqlSessionOptions {
  driver: Driver
  /** The one that the driver speaks through. */
  socket: Socket
  zona: Zona
  limits: LecturaMysql['limits']
  typed: typeof TypedParameter
}

/** What happens on one driver's connection: statements with bound values, one after another. */
export class MysqlSession {
  readonly driver: Driver
  readonly lectura: LecturaMysql
  readonly #socket: Socket
  readonly #typed: typeof TypedParameter
  /** The driver tells whoever listens to the connection, and not the statement, when the socket is gone. */
  #rejectCurrent: ((error: unknown) => void) | null = null

  constructor({ driver, socket, zona, limits, typed }: MysqlSessionOptions) {
    this.driver = driver
    this.lectura = { zona, limits }
    this.#socket = socket
    this.#typed = typed
    driver.on('error', (error: unknown) => this.#rejectCurrent?.(error))
  }

  execute(sql: string, values: readonly unknown[], limit: AnswerLimit): Promise<Ejecutada> {
    return this.executeBound(
      sql,
      values.map((value) => this.bind(value)),
      limit,
    )
  }

  executeBound(sql: string, values: Bindable[], limit: AnswerLimit): Promise<Ejecutada> {
    const ejecutada: Ejecutada = { conjuntos: [], afectadas: 0 }
    let current: RowCollector | null = null
    let total = 0
    let excess: Error | null = null
    const onRow = (row: Record<string, unknown> & Partial<ResultSetHeader>): void => {
      if (excess !== null) return
      if (current === null) {
        ejecutada.afectadas = row.affectedRows ?? 0
        return
      }
      current.add(row)
      total++
      excess = limit.check(total, current.bytes)
      if (excess === null) return
      ejecutada.conjuntos = []
      limit.interrupt()
    }
    return new Promise((resolve, reject) => {
      this.#rejectCurrent = reject
      this.#send(sql, values)
        .on('fields', (fields) => {
          current = fields ? new RowCollector(fields, this.lectura) : null
          if (current) ejecutada.conjuntos.push(current)
        })
        .on('result', onRow)
        .on('error', (error) => reject(failureOf(ejecutada) ?? excess ?? error))
        .on('end', () => {
          this.#rejectCurrent = null
          const refusal = failureOf(ejecutada) ?? excess
          if (refusal === null) resolve(ejecutada)
          else reject(refusal)
        })
    })
  }

  openCursor(sql: string, values: readonly unknown[], size: number): MysqlCursor {
    const bound = values.map((value) => this.bind(value))
    const cursor = new MysqlCursor(this.driver, this.lectura, size)
    this.#rejectCurrent = (error) => cursor.fail(error)
    cursor.follow(this.#send(sql, bound))
    return cursor
  }

  /** Without parameters, in the text protocol: session commands cannot be prepared. */
  command(sql: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#rejectCurrent = reject
      this.driver.query(sql, (error: unknown) => (error ? reject(error) : resolve()))
    })
  }

  /** Statements that will not come again are not kept prepared. */
  forget(sql: string): void {
    this.driver.unprepare(sql)
  }

  /** At once. The driver's own way waits for the other side to close, and tells nobody. */
  leave(): void {
    this.driver.destroy()
    this.#socket.destroy()
    const lost = new Error('the connection was left')
    this.#rejectCurrent?.(Object.assign(lost, { code: 'PROTOCOL_CONNECTION_LOST', fatal: true }))
  }

  bind(value: unknown): Bindable {
    return toMysql(value, this.lectura.zona, this.#typed)
  }

  #send(sql: string, values: Bindable[]): Command {
    return this.driver.execute({ sql, values }) as unknown as Command
  }
}

/** Why what was answered cannot be read; null when it can. */
function failureOf({ conjuntos }: Ejecutada): unknown {
  return conjuntos.find(({ failure }) => failure !== null)?.failure ?? null
}
