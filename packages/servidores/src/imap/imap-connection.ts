import { Binario, type ObjetoDeServidor, RespuestaDemasiadoGrande, ServidorRechaza } from '@div/contract'
import type {
  DownloadManyPart,
  FetchMessageObject,
  ImapFlow,
  MessageAddressObject,
  SearchObject,
} from 'imapflow'
import type { ConnectDeps } from '../define-servidor.ts'
import { LeavableConnection } from '../leavable-connection.ts'
import { servernameOf, tlsOptionsOf } from '../network-fields.ts'
import type { ImapConfig } from './imap.ts'
import { classifyImap } from './imap-failure.ts'
import { type Parte, readPartes } from './read-partes.ts'

/** Messages of a folder. */
export interface Donde {
  carpeta: string
  uids: number[]
}

/** What came to a folder, in its order. */
export interface MensajesNuevos {
  /** Another one: the server has numbered its messages anew. */
  validez: string
  /** What the next message will be called, at the least. */
  siguiente: number
  mensajes: Record<'uid', number>[]
  hayMas: boolean
}

/** A shorter silence would end connections that wait in their pool. */
const MINIMUM_SILENCE_MS = 300_000

const BY_UID = { uid: true } as const
const SUMMARY = { uid: true, envelope: true, flags: true, internalDate: true, size: true } as const

/** One session of one user, one question after another. */
export class ImapConnection extends LeavableConnection {
  readonly #driver: ImapFlow
  readonly #maximoBytes: number

  private constructor(servidor: string, driver: ImapFlow, maximoBytes: number) {
    super(servidor, classifyImap)
    this.#driver = driver
    this.#maximoBytes = maximoBytes
    const lose = () => this.lose()
    driver.on('error', lose).on('close', lose)
  }

  static async open(
    config: ImapConfig,
    { servidor, red, limits, signal, tiempoMaximoMs }: ConnectDeps,
  ): Promise<ImapConnection> {
    const { host, puerto, seguridad, usuario, contrasena } = config
    const { address } = await red.resolve(host)
    // Loaded here so that the catalogue can be read without any driver.
    const { ImapFlow } = await import('imapflow')
    const driver = new ImapFlow({
      host: address,
      port: puerto,
      secure: seguridad === 'tls',
      doSTARTTLS: seguridad === 'starttls',
      ...servernameOf(host),
      tls: { ...tlsOptionsOf({ ...config, ssl: true }), ...servernameOf(host) },
      auth: { user: usuario, pass: contrasena },
      clientInfo: { name: 'div' },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: limits.conexionMs,
      greetingTimeout: limits.conexionMs,
      socketTimeout: Math.max(tiempoMaximoMs, MINIMUM_SILENCE_MS),
      maxLiteralSize: limits.respuestaBytes,
      maxResponseSize: limits.respuestaBytes,
    })
    const connection = new ImapConnection(servidor, driver, limits.respuestaBytes)
    try {
      await connection.within(signal, () => driver.connect())
    } catch (cause) {
      connection.leave()
      throw cause
    }
    return connection
  }

  /** The newest that match, the newest first. */
  search(
    { carpeta, maximo }: { carpeta: string; maximo: number },
    query: SearchObject,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    return this.within(signal, async () => {
      await this.#driver.mailboxOpen(carpeta, { readOnly: true })
      const found = this.#expectFound(await this.#driver.search(query, BY_UID))
      const uids = found.toSorted((one, other) => other - one).slice(0, maximo)
      const messages = uids.length === 0 ? [] : await this.#driver.fetchAll(uids, SUMMARY, BY_UID)
      const mensajes = messages.toSorted((one, other) => other.uid - one.uid).map(describe)
      return { mensajes, total: mensajes.length, hayMas: found.length > uids.length }
    })
  }

  /** The oldest that came after the one of that UID. */
  listAfter(
    { carpeta, uid, maximo }: { carpeta: string; uid: number; maximo: number },
    signal: AbortSignal,
  ): Promise<MensajesNuevos> {
    return this.within(signal, async () => {
      const { uidValidity, uidNext } = await this.#driver.mailboxOpen(carpeta, { readOnly: true })
      const found = this.#expectFound(await this.#driver.search({ uid: `${uid + 1}:*` }, BY_UID))
      // The last of all messages is found whatever is asked for (RFC 3501, 6.4.8).
      const later = found.filter((each) => each > uid).toSorted((one, other) => one - other)
      const uids = later.slice(0, maximo)
      const messages = uids.length === 0 ? [] : await this.#driver.fetchAll(uids, SUMMARY, BY_UID)
      return {
        validez: String(uidValidity),
        siguiente: uidNext,
        mensajes: messages.toSorted((one, other) => one.uid - other.uid).map(describe),
        hayMas: later.length > uids.length,
      }
    })
  }

  /** A message whole; of its files only their names where `adjuntos` is false. */
  read(
    { carpeta, uids: [uid = 0] }: Donde,
    { adjuntos }: { adjuntos: boolean },
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    return this.within(signal, async () => {
      await this.#driver.mailboxOpen(carpeta, { readOnly: true })
      const message = await this.#driver.fetchOne(uid, { ...SUMMARY, bodyStructure: true }, BY_UID)
      if (!message || message.bodyStructure === undefined)
        throw new ServidorRechaza({
          servidor: this.servidor,
          motivo: `no hay un mensaje ${uid} en «${carpeta}»`,
        })
      const { texto, html, adjuntos: files } = readPartes(message.bodyStructure)
      const wanted = [texto, html, ...(adjuntos ? files : [])].filter((parte) => parte !== null)
      const bytes = wanted.reduce((sum, parte) => sum + parte.bytes, 0)
      if (bytes > this.#maximoBytes)
        throw new RespuestaDemasiadoGrande({ servidor: this.servidor, maximoBytes: this.#maximoBytes })
      const numbers = wanted.map(({ numero }) => numero)
      const contents =
        numbers.length === 0 ? {} : await this.#driver.downloadMany(String(uid), numbers, BY_UID)
      if (numbers.some((numero) => contents[numero]?.content === undefined))
        throw new ServidorRechaza({
          servidor: this.servidor,
          motivo: `no entregó todas las partes del mensaje ${uid}`,
        })
      const contentOf = (parte: Parte | null) => (parte === null ? undefined : contents[parte.numero])
      return {
        ...describe(message),
        texto: textOf(contentOf(texto)),
        html: textOf(contentOf(html)),
        adjuntos: files.map((parte) => ({
          nombre: parte.nombre,
          tipo: parte.tipo,
          contenido: adjuntos ? new Binario(contentOf(parte)?.content ?? Buffer.alloc(0)) : null,
        })),
      }
    })
  }

  /** How many of them are there. */
  mark(
    where: Donde,
    { marca, pone }: { marca: string; pone: boolean },
    signal: AbortSignal,
  ): Promise<number> {
    return this.#change(where, signal, (uids) =>
      pone
        ? this.#driver.messageFlagsAdd(uids, [marca], BY_UID)
        : this.#driver.messageFlagsRemove(uids, [marca], BY_UID),
    )
  }

  move(where: Donde, destino: string, signal: AbortSignal): Promise<number> {
    return this.#change(where, signal, (uids) => this.#driver.messageMove(uids, destino, BY_UID))
  }

  remove(where: Donde, signal: AbortSignal): Promise<number> {
    return this.#change(where, signal, (uids) => this.#driver.messageDelete(uids, BY_UID))
  }

  /** The driver keeps to itself why the server refuses to search. */
  #expectFound(found: number[] | false | undefined): number[] {
    if (found) return found
    throw new ServidorRechaza({ servidor: this.servidor, motivo: 'no quiso buscar en esa carpeta' })
  }

  #change(
    { carpeta, uids }: Donde,
    signal: AbortSignal,
    change: (uids: number[]) => Promise<unknown>,
  ): Promise<number> {
    return this.within(signal, async () => {
      await this.#driver.mailboxOpen(carpeta)
      if (uids.length === 0) return 0
      const here = this.#expectFound(await this.#driver.search({ uid: uids.join(',') }, BY_UID))
      if (here.length === 0) return 0
      // The driver keeps to itself why the server refuses it.
      if (!(await change(here)))
        throw new ServidorRechaza({
          servidor: this.servidor,
          motivo: 'no quiso hacerlo: compruebe la carpeta y el permiso',
        })
      return here.length
    })
  }

  listCarpetas(
    { q = '', limite, tipoObjeto = 'busqueda' }: { q?: string; limite: number; tipoObjeto?: string },
    signal: AbortSignal,
  ): Promise<ObjetoDeServidor[]> {
    return this.within(signal, async () => {
      const carpetas = await this.#driver.list()
      return carpetas
        .filter(({ path }) => path.toLowerCase().includes(q.toLowerCase()))
        .slice(0, limite)
        .map(({ path }) => ({ nombre: path, tipoObjeto, clase: 'carpeta' }))
    })
  }

  async ping(signal: AbortSignal): Promise<string | undefined> {
    await this.within(signal, () => this.#driver.noop())
    return this.#driver.greeting
  }

  async close(): Promise<void> {
    try {
      if (this.usable) await this.#driver.logout()
    } finally {
      this.leave()
    }
  }

  protected leave(): void {
    this.#driver.close()
  }
}

function describe({ uid, envelope, flags, internalDate, size }: FetchMessageObject) {
  return {
    uid,
    asunto: envelope?.subject ?? '',
    de: addressesOf(envelope?.from),
    para: addressesOf(envelope?.to),
    copia: addressesOf(envelope?.cc),
    fecha: internalDate === undefined ? null : new Date(internalDate).toISOString(),
    idMensaje: envelope?.messageId ?? null,
    leido: flags?.has(String.raw`\Seen`) ?? false,
    destacado: flags?.has(String.raw`\Flagged`) ?? false,
    bytes: size ?? 0,
  }
}

function addressesOf(
  addresses: readonly MessageAddressObject[] = [],
): { nombre: string; direccion: string }[] {
  return addresses.map(({ name, address }) => ({ nombre: name ?? '', direccion: address ?? '' }))
}

/** Null: the message has none of that kind. A charset that nobody knows is read as UTF-8. */
function textOf(part: DownloadManyPart | undefined): string | null {
  if (!part?.content) return null
  try {
    return new TextDecoder(part.meta.charset ?? 'utf-8').decode(part.content)
  } catch {
    // Only trying tells which charsets there are.
    return part.content.toString('utf8')
  }
}
