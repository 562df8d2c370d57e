import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Binario, type ObjetoDeServidor, ServidorRechaza } from '@div/contract'
import type { Client, Entry } from 'ldapts'
import { AnswerMeter } from '../answer-meter.ts'
import type { ConnectDeps } from '../define-servidor.ts'
import { LeavableConnection } from '../leavable-connection.ts'
import { servernameOf, tlsOptionsOf } from '../network-fields.ts'
import { codeOf } from '../sql/failure.ts'
import type { LdapConfig } from './ldap.ts'
import { classifyLdap } from './ldap-failure.ts'

/** Entries that a page of a search asks for; servers that have limits allow 1 000 at most. */
const PAGE = 500
/** Attributes that hold bytes by their definition (RFC 4523, RFC 2798 and Active Directory's). */
const BYTES = [
  'jpegPhoto',
  'userCertificate',
  'userCertificate;binary',
  'userPKCS12',
  'userSMIMECertificate',
  'thumbnailPhoto',
  'objectGUID',
  'objectSid',
]
const INVALID_CREDENTIALS = '49'
const NO_SUCH_OBJECT = '32'

export interface Busqueda {
  base: string
  alcance: 'base' | 'one' | 'sub'
  filtro: string
  atributos: string[]
}

export interface EntradaLeida {
  dn: string
  /** Each is a list, as any may hold several values. */
  atributos: Record<string, (string | Binario)[]>
}

export interface Valores {
  atributo: string
  valores: Buffer[]
}

export type Modo = 'add' | 'delete' | 'replace'

/** One session of one user, on one connection: it is not mended when it breaks. */
export class LdapConnection extends LeavableConnection {
  readonly base: string
  readonly maximoFilas: number
  readonly #client: Client
  readonly #config: LdapConfig
  readonly #meter: AnswerMeter
  readonly #sockets: readonly Socket[]

  private constructor(
    config: LdapConfig,
    { servidor, limits }: ConnectDeps,
    { client, meter, sockets }: { client: Client; meter: AnswerMeter; sockets: readonly Socket[] },
  ) {
    super(servidor, classifyLdap)
    this.base = config.base
    this.maximoFilas = limits.filas
    this.#client = client
    this.#config = config
    this.#meter = meter
    this.#sockets = sockets
  }

  static async open(config: LdapConfig, deps: ConnectDeps): Promise<LdapConnection> {
    const { host, puerto, seguridad } = config
    const { address } = await deps.red.resolve(host)
    // Loaded here so that the catalogue can be read without any driver.
    const { Client } = await import('ldapts')
    const tls = { ...tlsOptionsOf({ ...config, ssl: true }), ...servernameOf(host) }
    const sockets: Socket[] = []
    const meter = new AnswerMeter({ servidor: deps.servidor, maximoBytes: deps.limits.respuestaBytes })
    const lose = () => connection.lose()
    const watch = <Opened extends Socket>(socket: Opened): Opened => {
      sockets.push(socket)
      meter.watch(socket.on('close', lose), lose)
      return socket
    }
    // The driver would connect anew, and as nobody, where the connection has gone.
    const connectOnce = () => {
      if (sockets.length > 0) throw new Error('left')
    }
    const client = new Client({
      url: `${seguridad === 'tls' ? 'ldaps' : 'ldap'}://servidor:${puerto}`,
      strictDN: false,
      createConnection: () => {
        connectOnce()
        const socket = connectTcp({ host: address, port: puerto })
        if (seguridad === 'ninguna') return watch(socket)
        sockets.push(socket)
        return socket
      },
      createSecureConnection: () => {
        if (seguridad === 'tls') connectOnce()
        const [socket] = sockets
        return watch(connectTls({ ...(socket ? { socket } : { host: address, port: puerto }), ...tls }))
      },
    })
    const connection = new LdapConnection(config, deps, { client, meter, sockets })
    try {
      await connection.within(deps.signal, async () => {
        if (seguridad === 'starttls') await client.startTLS()
        await connection.#signIn()
      })
    } catch (cause) {
      connection.leave()
      throw cause
    }
    return connection
  }

  /** Batches of what is found, each as the server gives it. */
  async *search(busqueda: Busqueda, signal: AbortSignal): AsyncGenerator<EntradaLeida[]> {
    const { base, alcance, filtro, atributos } = busqueda
    const pages = this.#client.searchPaginated(base, {
      scope: alcance,
      filter: filtro,
      attributes: atributos,
      explicitBufferAttributes: BYTES,
      derefAliases: 'never',
      paged: { pageSize: PAGE },
    })
    for (;;) {
      const { done, value } = await this.#ask(signal, () => pages.next())
      if (done) return
      yield value.searchEntries.map(readEntrada)
    }
  }

  /** All that is found. Throws ServidorRechaza where it is more than `maximo`. */
  async searchAll(busqueda: Busqueda, maximo: number, signal: AbortSignal): Promise<EntradaLeida[]> {
    const found: EntradaLeida[] = []
    for await (const batch of this.search(busqueda, signal)) {
      found.push(...batch)
      if (found.length > maximo)
        throw new ServidorRechaza({
          servidor: this.servidor,
          motivo: `hay más de ${maximo} entradas: afine el filtro, o recórralas con cursor en una división`,
        })
    }
    return found
  }

  /** Null: there is none. */
  async read(dn: string, atributos: string[], signal: AbortSignal): Promise<EntradaLeida | null> {
    try {
      const busqueda: Busqueda = { base: dn, alcance: 'base', filtro: '(objectClass=*)', atributos }
      return (await this.searchAll(busqueda, 1, signal))[0] ?? null
    } catch (cause) {
      if (cause instanceof ServidorRechaza && codeOf(cause.cause) === NO_SUCH_OBJECT) return null
      throw cause
    }
  }

  async add(dn: string, atributos: readonly Valores[], signal: AbortSignal): Promise<void> {
    const { Attribute } = await import('ldapts')
    const attributes = atributos.map(
      ({ atributo, valores }) => new Attribute({ type: atributo, values: valores }),
    )
    await this.#ask(signal, () => this.#client.add(dn, attributes))
  }

  async modify(dn: string, modo: Modo, atributos: readonly Valores[], signal: AbortSignal): Promise<void> {
    const { Attribute, Change } = await import('ldapts')
    const changes = atributos.map(
      ({ atributo, valores }) =>
        new Change({ operation: modo, modification: new Attribute({ type: atributo, values: valores }) }),
    )
    await this.#ask(signal, () => this.#client.modify(dn, changes))
  }

  async remove(dn: string, signal: AbortSignal): Promise<void> {
    await this.#ask(signal, () => this.#client.del(dn))
  }

  /** Whether the password is that of the entry. The session is its own user's again afterwards. */
  async isPassword(dn: string, contrasena: string, signal: AbortSignal): Promise<boolean> {
    try {
      return await this.#ask(signal, async () => {
        const isRight = await this.#tryBind(dn, contrasena)
        await this.#signIn()
        return isRight
      })
    } catch (cause) {
      // Whose session it is now is not sure.
      this.lose()
      throw cause
    }
  }

  async #tryBind(dn: string, contrasena: string): Promise<boolean> {
    try {
      await this.#client.bind(dn, contrasena)
      return true
    } catch (cause) {
      if (codeOf(cause) === INVALID_CREDENTIALS) return false
      throw cause
    }
  }

  /** What stands right under the base, or where the tree begins. */
  async listEntradas(
    { q = '', limite, tipoObjeto = 'busqueda' }: { q?: string; limite: number; tipoObjeto?: string },
    signal: AbortSignal,
  ): Promise<ObjetoDeServidor[]> {
    const found: string[] = this.base === '' ? await this.#listContexts(signal) : [this.base]
    if (this.base !== '') {
      const busqueda: Busqueda = {
        base: this.base,
        alcance: 'one',
        filtro: '(objectClass=*)',
        atributos: ['1.1'],
      }
      for await (const batch of this.search(busqueda, signal)) {
        found.push(...batch.map(({ dn }) => dn))
        if (found.length > this.maximoFilas) break
      }
    }
    return found
      .filter((dn) => dn.toLowerCase().includes(q.toLowerCase()))
      .slice(0, limite)
      .map((nombre) => ({ nombre, tipoObjeto, clase: 'entrada' }))
  }

  async #listContexts(signal: AbortSignal): Promise<string[]> {
    const root = await this.read('', ['namingContexts'], signal)
    return (root?.atributos.namingContexts ?? []).map(String)
  }

  async ping(signal: AbortSignal): Promise<string | undefined> {
    const root = await this.read('', ['vendorVersion'], signal)
    return root?.atributos.vendorVersion?.map(String)[0]
  }

  async close(): Promise<void> {
    try {
      if (this.usable) await this.#client.unbind()
    } finally {
      this.leave()
    }
  }

  protected leave(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #ask<Answer>(signal: AbortSignal, start: () => Promise<Answer>): Promise<Answer> {
    return this.within(signal, () => this.#meter.measure(start))
  }

  /** Without a name and a password one is nobody (RFC 4513, 5.1.1). */
  async #signIn(): Promise<void> {
    await this.#client.bind(this.#config.usuario, this.#config.contrasena)
  }
}

function readEntrada({ dn, ...atributos }: Entry): EntradaLeida {
  return {
    dn: String(dn),
    atributos: Object.fromEntries(
      Object.entries(atributos).map(([nombre, value]) => [
        nombre,
        (Array.isArray(value) ? value : [value]).map((each) =>
          Buffer.isBuffer(each) ? new Binario(each) : each,
        ),
      ]),
    ),
  }
}
