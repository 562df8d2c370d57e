import type { Socket } from 'node:net'
import type { Connection as Driver, Request } from 'tedious'
import type { Zona } from '../sql/local-time.ts'
import type { AnswerLimit } from '../sql/sql-calls.ts'
import { type Celda, RowCollector } from './row-collector.ts'
import { SqlserverCursor } from './sqlserver-cursor.ts'
import type { Bound, Campo } from './sqlserver-values.ts'

type Tedious = typeof import('tedious')

/** A statement, or the name of a procedure, and what is bound to it. */
export interface Peticion {
  texto: string
  parametros: readonly Parametro[]
  esProcedimiento?: boolean
  /** What it sets stays set for the session; what any other does is of it alone. */
  esDeSesion?: boolean
}

export interface Parametro extends Bound {
  nombre: string
  /** Its value comes back. */
  sale?: boolean
}

export interface Ejecutada {
  /** Sets of rows, in order. */
  conjuntos: RowCollector[]
  /** How many rows each statement touched, in order. */
  cuentas: number[]
  /** By the names of the parameters that come back. */
  salidas: ReadonlyMap<string, { value: unknown; campo: Campo }>
}

export interface SqlserverSessionOptions {
  tedious: Tedious
  driver: Driver
  /** The one that the driver speaks through. */
  socket: Socket
  zona: Zona
}

/** What happens on one driver's connection: statements with bound values, one after another. */
export class SqlserverSession {
  readonly driver: Driver
  readonly zona: Zona
  readonly #tedious: Tedious
  readonly #socket: Socket

  constructor({ tedious, driver, socket, zona }: SqlserverSessionOptions) {
    this.driver = driver
    this.zona = zona
    this.#tedious = tedious
    this.#socket = socket
  }

  execute(peticion: Peticion, limit: AnswerLimit): Promise<Ejecutada> {
    const salidas = new Map<string, { value: unknown; campo: Campo }>()
    const ejecutada: Ejecutada = { conjuntos: [], cuentas: [], salidas }
    let total = 0
    let bytes = 0
    let refusal: unknown = null
    const count = (rows: number | undefined) => {
      if (rows !== undefined) ejecutada.cuentas.push(rows)
    }
    return new Promise((resolve, reject) => {
      const request = this.#request(peticion, (error) => {
        const failure = refusal ?? error
        if (failure) reject(failure)
        else resolve(ejecutada)
      })
      request
        .on('columnMetadata', (campos) => {
          const conjunto = new RowCollector(listOf(campos), this.zona)
          ejecutada.conjuntos.push(conjunto)
          refusal ??= conjunto.failure
        })
        .on('row', (celdas: readonly Celda[]) => {
          const current = ejecutada.conjuntos.at(-1)
          if (refusal !== null || current === undefined) return
          const before = current.bytes
          current.add(celdas)
          total++
          bytes += current.bytes - before
          refusal = limit.check(total, bytes)
          if (refusal === null) return
          ejecutada.conjuntos = []
          limit.interrupt()
        })
        .on('done', count)
        .on('doneInProc', count)
        .on('doneProc', count)
        .on('returnValue', (nombre, value, metadata) => {
          salidas.set(nombre, { value, campo: { ...metadata, colName: nombre } })
        })
      this.#send(peticion, request)
    })
  }

  openCursor(peticion: Peticion, size: number): SqlserverCursor {
    const cursor = new SqlserverCursor(this.zona, size)
    const request = this.#request(peticion, (error) => cursor.end(error ?? null))
    cursor.follow(request)
    this.#send(peticion, request)
    return cursor
  }

  /** As a batch of its own. */
  async command(sql: string): Promise<void> {
    const peticion = { texto: sql, parametros: [], esDeSesion: true }
    await this.execute(peticion, { check: () => null, interrupt: () => {} })
  }

  /** Stops what the connection is doing; the server answers that it has. */
  cancel(): void {
    this.driver.cancel()
  }

  /** At once: who waits for an answer is told. */
  leave(): void {
    this.#socket.destroy()
    this.driver.close()
  }

  sayGoodbye(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket.destroyed) return resolve()
      this.#socket.once('close', () => resolve())
      this.driver.close()
    })
  }

  #request({ texto, parametros }: Peticion, done: (error?: Error | null) => void): Request {
    const { Request, TYPES } = this.#tedious
    const request = new Request(texto, done)
    for (const { nombre, type, value, options, sale } of parametros) {
      if (sale) request.addOutputParameter(nombre, TYPES[type], value, options)
      else request.addParameter(nombre, TYPES[type], value, options)
    }
    return request
  }

  #send({ esProcedimiento, esDeSesion }: Peticion, request: Request): void {
    if (esProcedimiento) this.driver.callProcedure(request)
    else if (esDeSesion) this.driver.execSqlBatch(request)
    else this.driver.execSql(request)
  }
}

/** The driver gives them by name where it is told to. */
function listOf(campos: readonly Campo[] | Readonly<Record<string, Campo>>): readonly Campo[] {
  return Array.isArray(campos) ? campos : Object.values(campos)
}
