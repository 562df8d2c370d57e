import type { Readable } from 'node:stream'
import { type AppError, RespuestaDemasiadoGrande } from '@div/contract'

/** Counts what comes on a socket: most drivers gather an answer of any size before they tell of it. */
export class AnswerMeter {
  readonly #servidor: string
  readonly #maximoBytes: number
  #received = 0
  #excess: AppError | null = null

  constructor({ servidor, maximoBytes }: { servidor: string; maximoBytes: number }) {
    this.#servidor = servidor
    this.#maximoBytes = maximoBytes
  }

  /** `onExcess` is called once, before the socket goes. */
  watch(socket: Readable, onExcess: () => void): void {
    socket.on('data', (chunk: Buffer) => {
      this.#received += chunk.length
      if (this.#received <= this.#maximoBytes || this.#excess !== null) return
      this.#excess = new RespuestaDemasiadoGrande({
        servidor: this.#servidor,
        maximoBytes: this.#maximoBytes,
      })
      // The driver tells of the end a turn later: nobody is given this connection meanwhile.
      onExcess()
      // Hanging up would still take in what has come.
      socket.destroy(this.#excess)
    })
  }

  /** What comes from now on is another answer. */
  begin(): void {
    this.#received = 0
  }

  /** What `ask` promises, counted from now on; why it ended where that was its size. */
  async measure<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    this.begin()
    try {
      return await ask()
    } catch (cause) {
      throw this.#excess ?? cause
    }
  }
}
