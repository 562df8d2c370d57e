import { once } from 'node:events'
import type { LookupFunction } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { type ConnectionOptions, TLSSocket } from 'node:tls'
import type { Client } from 'basic-ftp'
import { replaceArchivo } from '../archivos/replace-archivo.ts'
import {
  ArchivoExistente,
  CarpetaDemasiadoGrande,
  type Entrada,
  type OpenDeps,
  type SistemaDeArchivos,
} from '../archivos/sistema.ts'
import { servernameOf, tlsOptionsOf } from '../network-fields.ts'
import { codeOf, errorOfFallo } from '../sql/failure.ts'
import type { FtpConfig } from './ftp.ts'
import { classifyFtp } from './ftp-failure.ts'

export async function openFtp(config: FtpConfig, deps: OpenDeps): Promise<SistemaDeArchivos> {
  const { servidor, red, limits, signal, onLost } = deps
  const { host, puerto, usuario, contrasena, seguridad } = config
  const { address, family } = await red.resolve(host)
  // Loaded here so that the catalogue can be read without any driver.
  const { Client } = await import('basic-ftp')
  // Who waits says for how long; where the data comes from is where the server is.
  const client = new Client(0, { allowSeparateTransferHost: false, maxListingBytes: limits.respuestaBytes })
  const giveUp = () => client.close()
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    signal.throwIfAborted()
    const tls = tlsOptionsOf({ ...config, ssl: seguridad !== 'ninguna' })
    // The certificate is of the name, the connection goes to the checked address.
    const secure: ConnectionOptions = {
      ...tls,
      ...servernameOf(host),
      host,
      lookup: answerWith(address, family),
    }
    const { message } =
      seguridad === 'implicita'
        ? await client.connectImplicitTLS(address, puerto, secure)
        : await client.connect(address, puerto)
    if (seguridad === 'explicita') await client.useTLS(secure)
    await client.login(usuario, contrasena)
    await client.useDefaultSettings()
    client.ftp.socket.on('close', onLost)
    return new FtpSistema(client, message)
  } catch (cause) {
    client.close()
    if (signal.aborted) throw signal.reason
    throw errorOfFallo(servidor, classifyFtp(cause), cause)
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

/** Nobody else is asked for the address. */
function answerWith(address: string, family: 4 | 6): LookupFunction {
  return (_, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family))
}

class FtpSistema implements SistemaDeArchivos {
  readonly #client: Client
  readonly #greeting: string
  readonly classify = classifyFtp

  constructor(client: Client, greeting: string) {
    this.#client = client
    this.#greeting = greeting
  }

  /** From within the folder: what a server makes of a path after LIST is its own affair. */
  async list(ruta: string, maximo: number): Promise<Entrada[]> {
    const before = await this.#client.pwd()
    await this.#client.cd(ruta)
    const entradas = await this.#client.list()
    await this.#client.cd(before)
    if (entradas.length > maximo) throw new CarpetaDemasiadoGrande(maximo)
    return entradas.map(({ name, isDirectory, isFile, size, modifiedAt }) => ({
      nombre: name,
      clase: isDirectory ? 'carpeta' : isFile ? 'archivo' : 'otro',
      bytes: size,
      modificado: modifiedAt ?? null,
    }))
  }

  async *read(ruta: string): AsyncGenerator<Buffer> {
    const received = new PassThrough()
    const transfer = this.#client.downloadTo(received, ruta)
    // What ends it too early ends the reading; the server says that it was whole after the last piece.
    transfer.catch((cause) => received.destroy(cause))
    yield* received
    await transfer
  }

  async write(ruta: string, bytes: Buffer): Promise<void> {
    await this.#client.uploadFrom(bytes.length === 0 ? nothingTo(this.#client) : Readable.from([bytes]), ruta)
  }

  async rename(desde: string, hasta: string, { sobrescribir }: { sobrescribir: boolean }): Promise<void> {
    // FTP has no word for "only if nothing is there".
    if (!sobrescribir && (await this.#exists(hasta))) throw new ArchivoExistente()
    try {
      await this.#client.rename(desde, hasta)
    } catch (cause) {
      if (!sobrescribir || !REFUSED.has(codeOf(cause)) || !(await this.#exists(hasta))) throw cause
      const rename = async (from: string, to: string) => void (await this.#client.rename(from, to))
      const exists = (path: string) => this.#exists(path)
      const remove = (path: string) => this.remove(path)
      await replaceArchivo({ rename, remove, exists }, desde, hasta)
    }
  }

  async remove(ruta: string): Promise<void> {
    await this.#client.remove(ruta)
  }

  async makeFolder(ruta: string): Promise<void> {
    await this.#client.send(`MKD ${await this.#client.protectWhitespace(ruta)}`)
  }

  async ping(): Promise<string | undefined> {
    await this.#client.send('NOOP')
    return this.#greeting.replace(/^\d{3}[ -]/, '').slice(0, 100)
  }

  leave(): void {
    this.#client.close()
  }

  async #exists(ruta: string): Promise<boolean> {
    try {
      await this.#client.size(ruta)
      return true
    } catch (cause) {
      if (REFUSED.has(codeOf(cause))) return false
      throw cause
    }
  }
}

/** Replies to what cannot be done with that file. */
const REFUSED: ReadonlySet<string> = new Set(['550', '553'])

/** For a server that never tells a session. */
const SESSION_MS = 1_000

/** The end of an empty file, which comes when the other side has its connection: vsftpd fails where it comes within the handshake. */
function nothingTo(client: Client): Readable {
  return Readable.from(
    (async function* () {
      const socket = client.ftp.dataSocket
      // A server of TLS 1.3 tells a session once it has taken all of the handshake (RFC 8446, 4.6.1).
      if (!(socket instanceof TLSSocket) || socket.getProtocol() !== 'TLSv1.3') return
      // Whatever else happens on it, whoever sends the end is told.
      await once(socket, 'session', { signal: AbortSignal.timeout(SESSION_MS) }).catch(() => {})
      // Not while what told it is still being read.
      await setImmediate()
    })(),
  )
}
