import { AppError, type Limits, type ObjetoDeServidor, RespuestaDemasiadoGrande } from '@div/contract'
import type { ConnectDeps, Connection } from '../define-servidor.ts'
import { refuse } from '../refuse.ts'
import { errorOfFallo, type Fallo } from '../sql/failure.ts'
import { classifyArchivos } from './archivos-failure.ts'
import { temporaryName } from './replace-archivo.ts'
import { locate } from './ruta.ts'
import { ConexionPerdida, type Entrada, type OpenDeps, type SistemaDeArchivos } from './sistema.ts'

/** One connection, one operation after another, whatever protocol moves the files. */
export class ArchivosConnection<Sistema extends SistemaDeArchivos = SistemaDeArchivos> implements Connection {
  readonly servidor: string
  readonly limits: Limits
  readonly #sistema: Sistema
  readonly #carpeta: string
  #usable = true
  #isReading = false
  /** Ends what is under way: of a connection that goes while nothing is asked, drivers tell whoever asks next nothing. */
  #giveUp: ((cause: unknown) => void) | null = null

  private constructor({ servidor, limits }: ConnectDeps, sistema: Sistema, carpeta: string) {
    this.servidor = servidor
    this.limits = limits
    this.#sistema = sistema
    this.#carpeta = carpeta
  }

  static async open<Sistema extends SistemaDeArchivos>(
    deps: ConnectDeps,
    openSistema: (deps: OpenDeps) => Promise<Sistema>,
    { carpeta }: { carpeta: string },
  ): Promise<ArchivosConnection<Sistema>> {
    let connection: ArchivosConnection<Sistema> | null = null
    let isLost = false
    const onLost = () => {
      isLost = true
      if (connection) connection.#lose()
    }
    connection = new ArchivosConnection(deps, await openSistema({ ...deps, onLost }), carpeta)
    if (isLost) connection.#lose()
    return connection
  }

  /** Not while a file is on its way: whoever left it in its middle may have given the connection back already. */
  get usable(): boolean {
    return this.#usable && !this.#isReading
  }

  ping(signal: AbortSignal): Promise<string | undefined> {
    return this.#within(signal, null, () => this.#sistema.ping())
  }

  list(ruta: string, signal: AbortSignal): Promise<Entrada[]> {
    return this.#within(signal, ruta, async () => {
      const entradas = await this.#sistema.list(this.locate(ruta), this.limits.filas)
      return entradas.sort((one, other) => (one.nombre < other.nombre ? -1 : 1))
    })
  }

  /** A file as it comes, in flat memory. */
  async *read(ruta: string, signal: AbortSignal): AsyncGenerator<Buffer, void> {
    signal.throwIfAborted()
    const chunks = this.#sistema.read(this.locate(ruta))[Symbol.asyncIterator]()
    let isWhole = false
    this.#isReading = true
    try {
      for (;;) {
        const { done, value } = await this.#within(signal, ruta, () => chunks.next())
        if (done) break
        yield value
      }
      isWhole = true
    } catch (cause) {
      // A refusal is an answer: nothing more is on its way.
      isWhole = this.#usable
      throw cause
    } finally {
      if (!isWhole) this.#leave()
      this.#isReading = false
    }
  }

  /** Throws RespuestaDemasiadoGrande as soon as more has come. */
  async readAll(ruta: string, maximoBytes: number, signal: AbortSignal): Promise<Buffer> {
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of this.read(ruta, signal)) {
      length += chunk.length
      if (length > maximoBytes) throw new RespuestaDemasiadoGrande({ servidor: this.servidor, maximoBytes })
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }

  /** Whoever watches the folder sees the file whole or not at all: it is written under another name first. */
  async write(
    ruta: string,
    bytes: Buffer,
    { sobrescribir }: { sobrescribir: boolean },
    signal: AbortSignal,
  ): Promise<void> {
    const whole = this.locate(ruta)
    const { writeWhole } = this.#sistema
    if (writeWhole) {
      await this.#within(signal, ruta, () => writeWhole.call(this.#sistema, whole, bytes, { sobrescribir }))
      return
    }
    const parcial = temporaryName(whole, 'parcial')
    try {
      await this.#within(signal, ruta, () => this.#sistema.write(parcial, bytes))
      await this.#within(signal, ruta, () => this.#sistema.rename(parcial, whole, { sobrescribir }))
    } catch (cause) {
      // That there was something to remove is not sure, and why it failed matters more.
      if (this.#usable)
        await this.#within(signal, parcial, () => this.#sistema.remove(parcial)).catch(() => {})
      throw cause
    }
  }

  rename(
    desde: string,
    hasta: string,
    options: { sobrescribir: boolean },
    signal: AbortSignal,
  ): Promise<void> {
    return this.#within(signal, desde, () =>
      this.#sistema.rename(this.locate(desde), this.locate(hasta), options),
    )
  }

  remove(ruta: string, signal: AbortSignal): Promise<void> {
    return this.#within(signal, ruta, () => this.#sistema.remove(this.locate(ruta)))
  }

  makeFolder(ruta: string, signal: AbortSignal): Promise<void> {
    return this.#within(signal, ruta, () => this.#sistema.makeFolder(this.locate(ruta)))
  }

  /** What only this system of files offers, of a path as the server is told it. */
  use<Answer>(
    ruta: string,
    signal: AbortSignal,
    start: (sistema: Sistema, whole: string) => Promise<Answer>,
  ): Promise<Answer> {
    const whole = this.locate(ruta)
    return this.#within(signal, ruta, () => start(this.#sistema, whole))
  }

  /** What is typed is a path that is not whole yet: its folder is looked into. */
  async listRutas(
    { q = '', limite, tipoObjeto = 'archivo' }: { q?: string; limite: number; tipoObjeto?: string },
    signal: AbortSignal,
  ): Promise<ObjetoDeServidor[]> {
    const begin = q.lastIndexOf('/') + 1
    const carpeta = q.slice(0, begin)
    const entradas = await this.list(carpeta === '' ? '.' : carpeta, signal)
    return entradas
      .filter(({ nombre }) => nombre.startsWith(q.slice(begin)))
      .slice(0, limite)
      .map(({ nombre, clase }) => ({
        nombre: `${carpeta}${nombre}${clase === 'carpeta' ? '/' : ''}`,
        tipoObjeto,
        clase,
      }))
  }

  async close(): Promise<void> {
    this.#leave()
  }

  #leave(): void {
    this.#usable = false
    this.#sistema.leave()
  }

  #lose(): void {
    this.#usable = false
    this.#giveUp?.(new ConexionPerdida())
  }

  /** As the server is told it. Throws DatosInvalidos for what is not of its folder. */
  locate(ruta: string): string {
    const whole = locate(this.#carpeta, ruta)
    if (whole === null)
      throw refuse('objeto.ruta', `La ruta «${ruta}» no es de la carpeta «${this.#carpeta}» del servidor.`)
    return whole
  }

  #classify(cause: unknown, ruta: string | null): Fallo | null {
    const fallo = classifyArchivos(cause, this.#sistema.classify)
    if (fallo?.clase !== 'rechazo' || ruta === null) return fallo
    return { ...fallo, motivo: `${fallo.motivo} («${ruta}»)` }
  }

  /** Given up when the signal aborts: nobody knows then what the server still does. */
  async #within<Answer>(
    signal: AbortSignal,
    ruta: string | null,
    start: () => Promise<Answer>,
  ): Promise<Answer> {
    const { promise, reject } = Promise.withResolvers<never>()
    const onAbort = () => {
      this.#leave()
      reject(signal.reason)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    this.#giveUp = reject
    try {
      signal.throwIfAborted()
      if (!this.#usable) throw new ConexionPerdida()
      return await Promise.race([promise, start()])
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      const fallo = this.#classify(cause, ruta)
      if (fallo?.clase !== 'rechazo') this.#leave()
      throw errorOfFallo(this.servidor, fallo, cause)
    } finally {
      this.#giveUp = null
      signal.removeEventListener('abort', onAbort)
    }
  }
}
