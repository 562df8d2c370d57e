import { type ChildProcess, fork } from 'node:child_process'
import type { Peticion, RespuestaDeProceso, Respuestas } from './sqlite-protocol.ts'

/** A failure inside SQLite, as its process tells it. */
export class SqliteFailure extends Error {
  /** `SQLITE_CONSTRAINT_UNIQUE` … */
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

interface Pending {
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** The bundle has the worker beside itself under the same name. */
const WORKER = new URL(`./sqlite-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

/** One SQLite process: asked and answered in order. Killing it is the only way to stop a statement. */
export class SqliteProcess {
  readonly #child: ChildProcess
  readonly #pending = new Map<number, Pending>()
  #nextId = 1
  #isGone = false
  inTransaction = false
  onGone: () => void = () => {}

  constructor() {
    this.#child = fork(WORKER, [], {
      serialization: 'advanced',
      execArgv: [],
      // Nothing of the product's settings, which hold its secrets.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.on('message', (respuesta: RespuestaDeProceso) => this.#receive(respuesta))
    this.#child.on('error', () => this.#lose())
    this.#child.on('exit', () => this.#lose())
  }

  ask<Op extends Peticion['op']>(peticion: Extract<Peticion, { op: Op }>): Promise<Respuestas[Op]> {
    return new Promise((resolve, reject) => {
      if (this.#isGone) return reject(new SqliteFailure('DIV_PROCESO', 'the process of the database ended'))
      const id = this.#nextId++
      // The other end is our own worker: what it sends is what the protocol says.
      this.#pending.set(id, { resolve: resolve as Pending['resolve'], reject })
      this.#child.send({ id, ...peticion }, (error) => {
        if (error)
          this.#receive({ id, inTransaction: false, error: { code: 'DIV_PROCESO', message: error.message } })
      })
    })
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  #receive({ id, value, error, inTransaction }: RespuestaDeProceso): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    this.#pending.delete(id)
    this.inTransaction = inTransaction
    if (error) pending.reject(new SqliteFailure(error.code, error.message))
    else pending.resolve(value)
  }

  #lose(): void {
    if (this.#isGone) return
    this.#isGone = true
    this.onGone()
    for (const { reject } of this.#pending.values()) {
      reject(new SqliteFailure('DIV_PROCESO', 'the process of the database ended'))
    }
    this.#pending.clear()
  }
}
