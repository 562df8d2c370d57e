import type MailComposer from 'nodemailer/lib/mail-composer'
import type SmtpClient from 'nodemailer/lib/smtp-connection'
import type { ConnectDeps, Connection } from '../define-servidor.ts'
import { servernameOf } from '../network-fields.ts'
import { errorOfFallo } from '../sql/failure.ts'
import type { SmtpConfig } from './smtp-config.ts'
import { classifySmtp } from './smtp-failure.ts'

export type Correo = NonNullable<ConstructorParameters<typeof MailComposer>[0]>

/** What became of a mail. */
export interface CorreoEnviado {
  aceptados: string[]
  rechazados: string[]
  idMensaje: string
  respuesta: string
}

/** Milliseconds that the other side has to say goodbye. */
const FAREWELL_MS = 1_000

/** A session with a mail server; it sends one mail after the other. */
export class SmtpConnection implements Connection {
  readonly servidor: string
  readonly remitente: string
  readonly #client: SmtpClient
  #usable = true

  private constructor({
    servidor,
    remitente,
    client,
  }: { servidor: string; remitente: string; client: SmtpClient }) {
    this.servidor = servidor
    this.remitente = remitente
    this.#client = client
    // Also while nobody asks anything of it.
    const lose = () => {
      this.#usable = false
    }
    client.on('error', lose).on('end', lose)
  }

  static async open(
    { host, puerto, seguridad, usuario, contrasena, remitente, ca }: SmtpConfig,
    { servidor, red, limits, signal, tiempoMaximoMs }: ConnectDeps,
  ): Promise<SmtpConnection> {
    const { address } = await red.resolve(host)
    // Loaded here so that the catalogue can be read without any driver.
    const { default: Client } = await import('nodemailer/lib/smtp-connection')
    const client = new Client({
      host: address,
      port: puerto,
      secure: seguridad === 'tls',
      requireTLS: seguridad === 'starttls',
      ignoreTLS: seguridad === 'ninguna',
      ...servernameOf(host),
      tls: { minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
      connectionTimeout: limits.conexionMs,
      greetingTimeout: limits.conexionMs,
      socketTimeout: tiempoMaximoMs,
    })
    const connection = new SmtpConnection({ servidor, remitente, client })
    try {
      await connection.#ask(signal, (done) => client.connect(done))
      if (usuario !== '')
        await connection.#ask(signal, (done) => client.login({ user: usuario, pass: contrasena }, done))
    } catch (error) {
      client.close()
      throw error
    }
    return connection
  }

  get usable(): boolean {
    return this.#usable
  }

  async send(correo: Correo, signal: AbortSignal): Promise<CorreoEnviado> {
    const { default: Composer } = await import('nodemailer/lib/mail-composer')
    // Nothing that a mail says is read from a file or fetched from an address (security rules 2 and 8).
    const mensaje = new Composer({ ...correo, disableFileAccess: true, disableUrlAccess: true }).compile()
    const idMensaje = mensaje.messageId()
    const bytes = await mensaje.build()
    const { from, to } = mensaje.getEnvelope()
    const info = await this.#ask<Sent>(signal, (done) => this.#client.send({ from, to }, bytes, done))
    return {
      aceptados: info.accepted,
      rechazados: info.rejected,
      idMensaje,
      respuesta: info.response,
    }
  }

  async ping(signal: AbortSignal): Promise<undefined> {
    await this.#ask(signal, (done) => this.#client.reset(done))
  }

  close(): Promise<void> {
    const client = this.#client
    const { promise, resolve } = Promise.withResolvers<void>()
    const leave = () => {
      clearTimeout(timer)
      client.close()
      resolve()
    }
    const timer = setTimeout(leave, FAREWELL_MS)
    client.once('end', leave)
    if (this.#usable) client.quit()
    else leave()
    return promise
  }

  /** One question to the other side, given up when the signal aborts: in the middle of one nobody knows what it heard. */
  async #ask<Answer>(signal: AbortSignal, start: (done: Done<Answer>) => void): Promise<Answer> {
    const client = this.#client
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const onEnd = () => reject(Object.assign(new Error('closed'), { code: 'ECONNECTION' }))
    const giveUp = () => {
      this.#usable = false
      client.close()
      reject(signal.reason)
    }
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    client.once('error', reject).once('end', onEnd)
    try {
      start((error, answer) => (error ? reject(error) : resolve(answer as Answer)))
      return await promise
    } catch (cause) {
      const fallo = classifySmtp(cause)
      if (fallo?.clase !== 'rechazo') this.#usable = false
      throw errorOfFallo(this.servidor, fallo, cause)
    } finally {
      signal.removeEventListener('abort', giveUp)
      client.off('error', reject).off('end', onEnd)
    }
  }
}

interface Sent {
  accepted: string[]
  rejected: string[]
  response: string
}

type Done<Answer> = (error?: Error | null, answer?: Answer) => void
