import { DatosInvalidos, ServidorRechaza } from '@div/contract'
import type { Client, ConnectConfig, FileEntryWithStats, SFTPWrapper } from 'ssh2'
import { replaceArchivo } from '../archivos/replace-archivo.ts'
import {
  ArchivoExistente,
  CarpetaDemasiadoGrande,
  type Entrada,
  type OpenDeps,
  type SistemaDeArchivos,
} from '../archivos/sistema.ts'
import { refuse } from '../refuse.ts'
import { errorOfFallo } from '../sql/failure.ts'
import { huellaOf, isKnown } from './huella.ts'
import type { SftpConfig } from './sftp.ts'
import { classifySftp } from './sftp-failure.ts'

export async function openSftp(config: SftpConfig, deps: OpenDeps): Promise<SistemaDeArchivos> {
  const { servidor, red, limits, signal, onLost } = deps
  const { address } = await red.resolve(config.host)
  // Loaded here so that the catalogue can be read without any driver.
  const { default: ssh2 } = await import('ssh2')
  const clavePrivada = readClave(ssh2.utils, config)
  const client = new ssh2.Client()
  let seen = ''
  const settings: ConnectConfig = {
    host: address,
    port: config.puerto,
    username: config.usuario,
    ...(config.contrasena !== '' && { password: config.contrasena }),
    ...clavePrivada,
    readyTimeout: limits.conexionMs,
    // Nothing secret is said to whoever is not known.
    hostVerifier: (key: Buffer) => {
      seen = huellaOf(key)
      return isKnown(seen, config.huella)
    },
  }
  const giveUp = () => client.destroy()
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    signal.throwIfAborted()
    await ready(client, settings)
    const sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
      client.sftp((cause, opened) => (cause ? reject(cause) : resolve(opened)))
    })
    // Of what fails, those who asked for it are told.
    client.on('error', onLost).on('close', onLost)
    sftp.on('error', onLost).on('close', onLost)
    return new SftpSistema(client, sftp)
  } catch (cause) {
    client.on('error', () => {}).destroy()
    if (signal.aborted) throw signal.reason
    if (seen !== '' && !isKnown(seen, config.huella)) throw unknownHuella(servidor, seen, config.huella)
    throw errorOfFallo(servidor, classifySftp(cause), cause)
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

function readClave(
  { parseKey }: { parseKey(data: string, passphrase?: string): unknown },
  { clavePrivada, fraseClave }: SftpConfig,
): { privateKey?: string; passphrase?: string } {
  if (clavePrivada === '') return {}
  const parsed = parseKey(clavePrivada, fraseClave)
  if (parsed instanceof Error)
    throw refuse(
      'config.clavePrivada',
      /passphrase|decrypt|integrity/i.test(parsed.message)
        ? 'La clave privada pide otra frase.'
        : 'La clave privada no se puede leer.',
    )
  return { privateKey: clavePrivada, ...(fraseClave !== '' && { passphrase: fraseClave }) }
}

function ready(client: Client, settings: ConnectConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    client
      .once('ready', resolve)
      .once('error', reject)
      .once('close', () => reject(new Error('Connection lost')))
      .connect(settings)
      // A request that goes in two pieces would wait until the other side has confirmed the first, which it takes 40 ms for.
      .setNoDelay(true)
  })
}

function unknownHuella(servidor: string, seen: string, expected: string): Error {
  if (expected === '')
    return new DatosInvalidos(undefined, {
      errores: [
        {
          campo: 'config.huella',
          mensaje: `Falta la huella del servidor. La que muestra es ${seen}: compruébela con quien lo administra antes de escribirla.`,
        },
      ],
    })
  return new ServidorRechaza({
    servidor,
    motivo: `su clave no es la esperada: muestra la huella ${seen}. O la cambió quien lo administra, o responde otro equipo`,
  })
}

const END_OF_FILE = 1
const NO_SUCH_FILE = 2
const FAILURE = 4

class SftpSistema implements SistemaDeArchivos {
  readonly #client: Client
  readonly #sftp: SFTPWrapper
  readonly classify = classifySftp

  constructor(client: Client, sftp: SFTPWrapper) {
    this.#client = client
    this.#sftp = sftp
  }

  async list(ruta: string, maximo: number): Promise<Entrada[]> {
    const folder = await answer<Buffer>((done) => this.#sftp.opendir(ruta, done))
    const entradas: Entrada[] = []
    try {
      for (let batch = await this.#readSome(folder); batch !== null; batch = await this.#readSome(folder)) {
        entradas.push(...batch)
        if (entradas.length > maximo) throw new CarpetaDemasiadoGrande(maximo)
      }
    } finally {
      await ask((done) => this.#sftp.close(folder, done))
    }
    return entradas
  }

  /** Null: there are no more. */
  async #readSome(folder: Buffer): Promise<Entrada[] | null> {
    try {
      const entries = await answer<FileEntryWithStats[]>((done) => this.#sftp.readdir(folder, done))
      return entries
        .filter(({ filename }) => filename !== '.' && filename !== '..')
        .map(({ filename, attrs }) => ({
          nombre: filename,
          clase: attrs.isDirectory() ? 'carpeta' : attrs.isFile() ? 'archivo' : 'otro',
          bytes: attrs.size,
          modificado: new Date(attrs.mtime * 1_000),
        }))
    } catch (cause) {
      if (statusOf(cause) === END_OF_FILE) return null
      throw cause
    }
  }

  read(ruta: string): AsyncIterable<Buffer> {
    return this.#sftp.createReadStream(ruta)
  }

  write(ruta: string, bytes: Buffer): Promise<void> {
    return ask((done) => this.#sftp.writeFile(ruta, bytes, { flag: 'wx' }, done))
  }

  async rename(desde: string, hasta: string, { sobrescribir }: { sobrescribir: boolean }): Promise<void> {
    if (sobrescribir) return this.#replace(desde, hasta)
    try {
      await ask((done) => this.#sftp.rename(desde, hasta, done))
    } catch (cause) {
      if (statusOf(cause) === FAILURE && (await this.#exists(hasta))) throw new ArchivoExistente()
      throw cause
    }
  }

  remove(ruta: string): Promise<void> {
    return ask((done) => this.#sftp.unlink(ruta, done))
  }

  makeFolder(ruta: string): Promise<void> {
    return ask((done) => this.#sftp.mkdir(ruta, done))
  }

  async ping(): Promise<string | undefined> {
    await ask((done) => this.#sftp.realpath('.', done))
    return undefined
  }

  leave(): void {
    this.#client.destroy()
  }

  /** In one step where the server can. */
  async #replace(desde: string, hasta: string): Promise<void> {
    try {
      await ask((done) => this.#sftp.ext_openssh_rename(desde, hasta, done))
    } catch (cause) {
      if (!(cause instanceof Error && /does not support/.test(cause.message))) throw cause
      const rename = (from: string, to: string) => ask((done) => this.#sftp.rename(from, to, done))
      const remove = (ruta: string) => this.remove(ruta)
      await replaceArchivo({ rename, remove, exists: (ruta) => this.#exists(ruta) }, desde, hasta)
    }
  }

  async #exists(ruta: string): Promise<boolean> {
    try {
      await ask((done) => this.#sftp.lstat(ruta, done))
      return true
    } catch (cause) {
      if (statusOf(cause) === NO_SUCH_FILE) return false
      throw cause
    }
  }
}

function ask(start: (done: (cause?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((cause) => (cause ? reject(cause) : resolve()))
  })
}

function answer<Answer>(
  start: (done: (cause: Error | undefined, answer: Answer) => void) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    start((cause, given) => (cause ? reject(cause) : resolve(given)))
  })
}

function statusOf(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : undefined
}
