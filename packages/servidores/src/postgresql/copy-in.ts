import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { Submitted } from './pg-wire.ts'

interface CopyWire {
  readonly stream: Duplex
  sendCopyFromChunk(chunk: Buffer): void
  sendCopyFail(message: string): void
  endCopyFrom(): void
}

/** `COPY … FROM STDIN` (PostgreSQL's manual, 55.2.7): as fast as the server takes it. Answers how many rows it took. */
export class CopyIn extends Submitted<number> {
  readonly #sql: string
  readonly #lines: Iterable<string>
  #afectadas = 0
  #isOver = false
  #failure: unknown = null
  #wake: () => void = () => {}

  constructor(sql: string, lines: Iterable<string>) {
    super()
    this.#sql = sql
    this.#lines = lines
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#sql)
  }

  handleCopyInResponse(connection: unknown): void {
    // The messages of COPY are not in the published types.
    const wire = connection as CopyWire
    this.#pump(wire).catch((error: unknown) => {
      this.#failure = error
      wire.sendCopyFail('div')
    })
  }

  override handleCommandComplete({ text }: { text: string }): void {
    this.#afectadas = Number(/\d+$/.exec(text)?.[0] ?? 0)
  }

  handleReadyForQuery(): void {
    this.#end()
    this.resolve(this.#afectadas)
  }

  override handleError(error: unknown): void {
    this.#end()
    this.reject(this.#failure ?? error)
  }

  async #pump(wire: CopyWire): Promise<void> {
    let chunk = ''
    for (const line of this.#lines) {
      chunk += line
      if (chunk.length < CHUNK_CHARACTERS) continue
      wire.sendCopyFromChunk(Buffer.from(chunk))
      chunk = ''
      if (wire.stream.writableNeedDrain) await this.#drained(wire.stream)
      if (this.#isOver) return
    }
    if (chunk !== '') wire.sendCopyFromChunk(Buffer.from(chunk))
    wire.endCopyFrom()
  }

  #drained(stream: Duplex): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      stream.once('drain', resolve)
    })
  }

  #end(): void {
    this.#isOver = true
    this.#wake()
  }
}

const CHUNK_CHARACTERS = 65_536

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/** One value in COPY's text format. */
export function copyText(value: string | Buffer | null): string {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return `\\\\x${value.toString('hex')}`
  return value.replace(/[\\\n\r\t]/g, (character) => ESCAPES.get(character) ?? character)
}
