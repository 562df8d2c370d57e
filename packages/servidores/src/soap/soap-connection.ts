import { createPrivateKey, randomBytes, randomUUID, type X509Certificate } from 'node:crypto'
import { AppError, type Limits, ServidorRechaza } from '@div/contract'
import {
  Attachments,
  canSign,
  contentTypeOf,
  type Port,
  parseCertificates,
  type Signer,
  signEnvelope,
  type Wsdl,
  writeCallAddressing,
  writeEnvelope,
  writeSecurity,
} from '@div/soap'
import type { ConnectDeps, Connection, HttpClient, HttpResponse } from '../define-servidor.ts'
import { tlsOptions } from '../pem.ts'
import { refuse } from '../refuse.ts'
import type { TraceHeaders } from '../trace-headers.ts'
import { type CompiledOperation, OperationCompiler, writeBody } from './compiled-operation.ts'
import { type RespuestaSoap, readAnswer } from './read-answer.ts'
import { basicAuthorization } from './read-contrato.ts'
import type { SoapConfig } from './soap-config.ts'

const MAX_SOCKETS = 128
const NONCE_BYTES = 16
/** Of an answer, for whoever looks at what went over the wire. */
const MESSAGE_BYTES = 262_144

interface CallOptions {
  /** What does not keep to the WSDL is a failure. */
  strict: boolean
  conMensajes: boolean
  signal: AbortSignal
  /** What the service is told of the trace of the run. */
  traza: TraceHeaders
}

/** One port of one service: its address, its credentials and what its WSDL says, kept as long as it is open. */
export class SoapConnection implements Connection {
  readonly usable = true
  readonly port: Port
  readonly #servidor: string
  readonly #limits: Limits
  readonly #operations: OperationCompiler
  readonly #address: URL
  readonly #seguridad: SoapConfig['seguridad']
  /** Null: nothing is signed. */
  readonly #signer: Signer | null
  /** Who may sign its answers; null: they are taken as they come. */
  readonly #trusted: readonly X509Certificate[] | null
  /** Binary data travels beside the envelope. */
  readonly #attaches: boolean
  /** Every call says which message it is, and its answer that it answers it. */
  readonly #relates: boolean
  readonly #http: HttpClient
  readonly #tiempoMaximoMs: number

  constructor(
    config: SoapConfig,
    { wsdl, port }: { wsdl: Wsdl; port: Port },
    { servidor, red, tiempoMaximoMs, limits }: ConnectDeps,
  ) {
    const { direccion, direccionDelWsdl, documentos, seguridad, firmaDeRespuestas, adjuntos, tls } = config
    // Of documents that came with the settings only what was judged beside the secrets is an address to send them to (security rule 7).
    const address = direccion || direccionDelWsdl || (documentos === '' ? port.address : '')
    if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
      throw refuse(
        'config.direccion',
        `El WSDL no da una dirección a la que llamar («${address}»). Escríbala.`,
      )
    }
    this.port = port
    this.#servidor = servidor
    this.#limits = limits
    this.#operations = new OperationCompiler(wsdl, port, limits)
    this.#address = new URL(address)
    this.#seguridad = seguridad
    this.#signer = seguridad.tipo === 'x509' ? openSigner(seguridad) : null
    this.#trusted = openTrusted(firmaDeRespuestas)
    this.#attaches = adjuntos === 'mtom'
    this.#relates = config.identificarMensajes
    this.#tiempoMaximoMs = tiempoMaximoMs
    this.#http = red.openHttp({
      maxSockets: MAX_SOCKETS,
      tls: tlsOptions(tls),
    })
  }

  async call(
    nombre: string,
    values: Readonly<Record<string, unknown>>,
    { strict, conMensajes, signal, traza }: CallOptions,
  ): Promise<RespuestaSoap> {
    const compiled = this.#operations.get(nombre)
    // What travels beside an envelope is not signed with it.
    const attachments = this.#signer ? null : new Attachments({ mtom: this.#attaches })
    const { header: own, body } = writeBody(compiled, values, attachments)
    const { version } = this.port
    const messageId = this.#relates ? `urn:uuid:${randomUUID()}` : null
    const header = messageId === null ? own : this.#addressing(compiled, messageId) + own
    const write = (security: string) =>
      writeEnvelope({ version, declarations: compiled.declarations, header: security + header, body })
    const written = write(this.#security())
    const message = this.#signer ? await signEnvelope(written, this.#signer) : written
    const packed = attachments?.pack(message, version) ?? null
    const headers = { ...this.#headersOf(compiled, packed?.contentType), ...traza }
    const response = await this.#send(packed?.payload ?? message, headers, signal)
    const read = {
      compiled,
      servidor: this.#servidor,
      limits: this.#limits,
      strict,
      trusted: this.#trusted,
      messageId,
    }
    if (!conMensajes) return await readAnswer(response, read)
    // Without who calls: what a node gives can leave the run.
    const mensajes = { peticion: write(''), respuesta: response.body.toString('utf8', 0, MESSAGE_BYTES) }
    try {
      return { ...(await readAnswer(response, read)), mensajes }
    } catch (error) {
      // The failure keeps what it is, and says what went over the wire.
      throw error instanceof AppError ? error.with({ mensajes }) : error
    }
  }

  /** Services answer a GET as they please; that somebody answers is what can be known without calling an operation. */
  async ping(signal: AbortSignal): Promise<undefined> {
    const { status } = await this.#request({
      method: 'GET',
      headers: this.#credentials(),
      body: null,
      signal,
    })
    if (status === 401 || status === 403 || status === 404 || status === 502 || status === 503) {
      throw new ServidorRechaza(
        { servidor: this.#servidor, motivo: `contestó ${status} a GET ${this.#address.pathname}` },
        { extra: { estado: status } },
      )
    }
  }

  close(): Promise<void> {
    return this.#http.close()
  }

  #security(): string {
    const seguridad = this.#seguridad
    if (seguridad.tipo !== 'usernameToken' && seguridad.tipo !== 'x509') return ''
    const { vigenciaS } = seguridad
    return writeSecurity({
      ...(seguridad.tipo === 'usernameToken' && {
        usuario: {
          usuario: seguridad.usuario,
          contrasena: seguridad.contrasena,
          tipo: seguridad.clase,
        },
      }),
      ...(this.#signer && { certificado: this.#signer.certificado }),
      ...(vigenciaS > 0 && { vigenciaMs: vigenciaS * 1_000 }),
      nonce: randomBytes(NONCE_BYTES),
      nowMs: Date.now(),
    })
  }

  #addressing({ operation: { input, soapAction } }: CompiledOperation, messageId: string): string {
    return writeCallAddressing({ action: input.action ?? soapAction, messageId, to: this.#address.href })
  }

  /** SOAP 1.1, 6.1.1: SOAPAction is there even when it is empty; in 1.2 it is a parameter of the media type (RFC 3902). */
  #headersOf(
    { operation }: CompiledOperation,
    type = contentTypeOf(this.port.version),
  ): Record<string, string> {
    const action = headerText(
      operation.soapAction === '' ? (operation.input.action ?? '') : operation.soapAction,
    )
    return this.port.version === '1.1'
      ? { 'content-type': type, soapaction: `"${action}"` }
      : { 'content-type': action === '' ? type : `${type}; action="${action}"` }
  }

  #credentials(): Record<string, string> {
    return this.#seguridad.tipo === 'basico' ? { authorization: basicAuthorization(this.#seguridad) } : {}
  }

  #send(body: string | Buffer, headers: Record<string, string>, signal: AbortSignal): Promise<HttpResponse> {
    const plain = 'text/xml, application/soap+xml, application/xml'
    const accept = this.#attaches || body instanceof Buffer ? `multipart/related, ${plain}` : plain
    return this.#request({
      method: 'POST',
      headers: { accept, ...headers, ...this.#credentials() },
      body,
      signal,
    })
  }

  #request(
    request: Pick<Parameters<HttpClient['request']>[0], 'method' | 'headers' | 'body'> & {
      signal: AbortSignal
    },
  ): Promise<HttpResponse> {
    const { origin, pathname, search } = this.#address
    return this.#http.request({
      origin,
      path: `${pathname}${search}`,
      tiempoMaximoMs: this.#tiempoMaximoMs,
      ...request,
    })
  }
}

/** Throws DatosInvalidos for what is no certificate, or no key of its. */
function openSigner({ certificado, clave }: Extract<SoapConfig['seguridad'], { tipo: 'x509' }>): Signer {
  try {
    const [own] = parseCertificates(certificado)
    const key = createPrivateKey(clave)
    if (own?.checkPrivateKey(key) && canSign(key)) return { certificado: own, clave: key }
  } catch {
    // What the parsers throw speaks of their own inside.
  }
  throw refuse(
    'config.seguridad.certificado',
    'El certificado y su clave (RSA o de curva elíptica) no se entienden, o no son uno del otro.',
  )
}

/** Null: none. Throws DatosInvalidos for what holds no certificate. */
function openTrusted(pem: string): readonly X509Certificate[] | null {
  if (pem.trim() === '') return null
  try {
    const trusted = parseCertificates(pem)
    if (trusted.length > 0) return trusted
  } catch {
    // What the parser throws speaks of its own inside.
  }
  throw refuse('config.firmaDeRespuestas', 'No se entiende ningún certificado en este texto.')
}

/** An action is any text to XML, and stands between quotes in a header. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]|["\\]/gu, encodeURIComponent)
}
