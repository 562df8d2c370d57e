import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  CabeceraNoEntendida,
  CuerpoDemasiadoGrande,
  CuerpoInvalido,
  DireccionDeRespuestaNoAdmitida,
  EjecucionSigue,
  EntradaInvalida,
  type ErrorDeCampo,
  isPlainObject,
  monotonicNow,
  OperacionDesconocida,
  PublicacionDefectuosa,
  type Respuesta,
  Saturado,
  TipoDeMedioNoAdmitido,
  VersionSoapDesconocida,
} from '@div/contract'
import {
  ADDRESSING,
  ADDRESSING_2004,
  type Addressing,
  attachParts,
  contentTypeOf,
  type Envelope,
  findHeaders,
  isBody,
  listNotUnderstood,
  readAddressing,
  readDirect,
  readEnvelope,
  readSecurity,
  readTree,
  SECURITY,
  type Security,
  type SoapVersion,
  type TreeRules,
  writeNotUnderstood,
  type XmlNode,
} from '@div/soap'
import { hasBody, refuseEncoded } from '../../../http/check-request.ts'
import { type Problem, problemOf } from '../../../http/problem.ts'
import { respuestaAceptada } from '../../async-pool/describe-accepted.ts'
import type { Respuesta as Guardada } from '../../async-pool/respuestas-repository.ts'
import type { CallWorker } from '../call-worker.ts'
import { CanalCall } from '../canal-call.ts'
import { problemOfSaturation } from '../saturation.ts'
import { type Answer, sendAnswer } from '../send.ts'
import { checkTimestamp, identifyBySignature, identifyByToken } from './check-security.ts'
import {
  actionOf,
  ENVELOPE_TYPES,
  isEnvelope,
  type Message,
  openMessage,
  takesParts,
  versionAskedFor,
} from './read-message.ts'
import { sendFault, sendOneWayFailure } from './send-fault.ts'
import {
  type Answering,
  addressAnswer,
  formatOutput,
  formatRespuesta,
  ONE_WAY,
  writeFaultRelation,
} from './soap-answer.ts'
import type { SoapCanal, SoapOperation } from './soap-canal.ts'
import { writeSoapFault } from './write-soap-fault.ts'

const RETRY_SECONDS = 5
/** What of WS-Security is read where messages are signed. */
const SIGNATURE_PARTS: ReadonlySet<string> = new Set(['Signature', 'BinarySecurityToken'])
const NO_PARTS: ReadonlySet<string> = new Set()
/** Namespaces of headers that are understood whatever is called. */
const UNDERSTOOD: ReadonlySet<string> = new Set([ADDRESSING, ADDRESSING_2004, SECURITY])

/** One call of a SOAP canal: who calls may stand in its envelope, and so be known only once its headers are read. */
export class SoapCall extends CanalCall {
  readonly #soap: SoapCanal
  protected readonly gate: SoapCanal['gate']
  protected readonly formato = 'valor'
  #version: SoapVersion
  #addressing: Addressing | null = null
  /** Null before it is known which one is called. */
  #operation: SoapOperation | null = null
  /** Nothing of HTTP says who calls, and the envelope did not yet. */
  #isStranger = false
  /** Headers that have to be understood, and only one operation of the canal does. */
  #ofOneOperation: readonly XmlNode[] = []
  /** What a fault says of the headers. */
  #faultHeader = ''

  constructor(
    { soap, worker }: { soap: SoapCanal; worker: CallWorker },
    wire: { request: IncomingMessage; response: ServerResponse },
  ) {
    super(worker, wire)
    this.#soap = soap
    this.gate = soap.gate
    this.#version = versionAskedFor(wire.request)
  }

  protected refuseSaturated(request: IncomingMessage, response: ServerResponse, retrySeconds: number): void {
    sendFault({ request, response }, problemOfSaturation(retrySeconds), {
      version: versionAskedFor(request),
      soap: null,
    })
  }

  protected override identify(): void {
    const { headers } = this.request
    const isStranger =
      this.gate.firma !== null ||
      (this.gate.acceso !== 'publico' &&
        headers.authorization === undefined &&
        headers['x-api-key'] === undefined)
    if (isStranger) this.#receiveStranger()
    else super.identify()
  }

  /** Whoever says nothing is read before it is known who they are: only so many at a time, and not those who failed too often. */
  #receiveStranger(): void {
    this.#checkRequest()
    this.spend('', 0)
    const soap = this.#soap
    if (soap.strangers >= this.worker.limits.sobresSinIdentificar)
      throw new Saturado({ segundos: 1 }, { extra: { reintentarEnSegundos: 1 } })
    soap.strangers++
    this.#isStranger = true
    this.response.on('close', () => this.#beKnown())
    this.readBody(soap.maxCuerpoBytes)
  }

  #beKnown(): void {
    if (this.#isStranger) this.#soap.strangers--
    this.#isStranger = false
  }

  protected receive(): void {
    this.#checkRequest()
    this.readBody(this.#soap.maxCuerpoBytes)
  }

  /** What can be refused before anything is read. */
  #checkRequest(): void {
    const { headers } = this.request
    refuseEncoded(this.request)
    const contentType = headers['content-type'] ?? 'ninguno'
    if (!isEnvelope(contentType))
      throw new TipoDeMedioNoAdmitido({ tipo: contentType, admitidos: ENVELOPE_TYPES })
    if (!hasBody(this.request)) refuse('no hay ningún sobre')
    const { maxCuerpoBytes: maximoBytes } = this.#soap
    if (Number(headers['content-length']) > maximoBytes) throw new CuerpoDemasiadoGrande({ maximoBytes })
  }

  protected prepare(): void {
    const message = openMessage(this.bytes, this.request.headers['content-type'], { refuse })
    const { firma } = this.gate
    if (firma) {
      this.#prepareSigned(message, firma)
      return
    }
    if (!this.#isStranger) {
      this.#answerTo(message, { understand: true })
      return
    }
    const security = this.#understand(this.#open(message, { stopsAt: isBody }))
    const { idempotency } = this.worker
    const token = security?.token
    const caller = token
      ? identifyByToken(token, { soap: this.#soap, idempotency, nowMs: Date.now() })
      : this.gate.access(this.request)
    this.letIn(caller, () => {
      this.#beKnown()
      this.#answerTo(message, { understand: false })
    })
  }

  /** What it asks for; `understand`: its headers too, as was not done yet. */
  #answerTo(message: Message, { understand }: { understand: boolean }): void {
    const { operations, codec, openings } = this.#soap
    const { limits } = this.worker
    // What travels beside it is data that only a tree has a place for.
    const direct = message.parts
      ? null
      : readDirect(message.text, { limits, codec, openings, operationOf: (local) => operations.get(local) })
    if (direct) this.#version = direct.envelope.version
    const envelope = direct?.envelope ?? this.#open(message)
    if (understand) this.#understand(envelope)
    if (!direct) {
      this.#call(envelope, message)
      return
    }
    this.#operation = direct.operation
    this.#begin(direct.operation, direct.data, envelope)
  }

  /** Of what is signed only what was signed counts: what travels beside it was not, nor what HTTP says is wanted. */
  #prepareSigned(message: Message, trusted: NonNullable<SoapCanal['gate']['firma']>): void {
    if (message.parts?.size) refuse('las partes que viajan junto a un sobre firmado no están firmadas')
    const { limits, idempotency } = this.worker
    const root = readTree(message.text, { limits, refuse, names: this.#soap.codec.names })
    const envelope = this.#envelopeOf(root)
    this.#understand(envelope, SIGNATURE_PARTS)
    const context = { soap: this.#soap, idempotency, limits, trusted, nowMs: Date.now() }
    const verifying = identifyBySignature(message.text, { root, envelope }, context)
    let body = envelope.body
    const caller = verifying.then((verified) => {
      body = verified.body
      return verified.signer
    })
    this.letIn(caller, () => {
      this.#beKnown()
      if (body.children.length === 0) refuse('el Body firmado está vacío')
      this.#call({ ...envelope, body }, message)
    })
  }

  #open({ text }: Message, more: Pick<TreeRules, 'stopsAt'> = {}): Envelope {
    const { names } = this.#soap.codec
    return this.#envelopeOf(readTree(text, { limits: this.worker.limits, refuse, names, ...more }))
  }

  #envelopeOf(root: XmlNode): Envelope {
    const envelope = readEnvelope(root, refuse)
    if (!envelope) throw new VersionSoapDesconocida()
    this.#version = envelope.version
    return envelope
  }

  /** All that the headers ask for. */
  #understand(envelope: Envelope, read: ReadonlySet<string> = NO_PARTS): Security | null {
    const { headers } = envelope
    if (headers.length === 0) return null
    this.#addressing = readAddressing(headers)
    const security = readSecurity(envelope, refuse)
    const { cabeceras } = this.#soap
    const { unknown = [], known = [] } = Object.groupBy(listNotUnderstood(envelope, UNDERSTOOD), (header) =>
      cabeceras.has(`{${header.uri}}${header.local}`) ? 'known' : 'unknown',
    )
    this.#ofOneOperation = known
    const others = security?.others.filter(({ local }) => !read.has(local)) ?? []
    const [other] = others
    if (unknown.length === 0 && other)
      this.#refuseHeaders([{ uri: SECURITY, local: 'Security' }], other.local)
    this.#refuseHeaders(unknown)
    const elsewhere = this.#addressing?.elsewhere
    if (elsewhere) throw new DireccionDeRespuestaNoAdmitida({ cabecera: elsewhere })
    if (security) checkTimestamp(security, Date.now())
    return security
  }

  /** Those that had to be understood, and were not; none: nothing is wrong. */
  #refuseHeaders(
    headers: readonly Pick<XmlNode, 'uri' | 'local'>[],
    cabecera: string | undefined = headers[0]?.local,
  ): void {
    if (cabecera === undefined) return
    this.#faultHeader = writeNotUnderstood(headers)
    throw new CabeceraNoEntendida({ cabecera })
  }

  #call(envelope: Envelope, { parts }: Message): void {
    // What travels beside the envelope is data, and data stands in the body.
    const body = parts ? attachParts(envelope.body, parts, { refuse }) : envelope.body
    const operation = this.#choose(body)
    this.#operation = operation
    const errores: ErrorDeCampo[] = []
    const raw = operation.input.decode(body, errores)
    if (errores.length > 0) throw new EntradaInvalida(undefined, { errores })
    this.#begin(operation, raw, envelope)
  }

  #begin(operation: SoapOperation, raw: Record<string, unknown>, envelope: Envelope): void {
    const given = envelope.headers.length === 0 ? null : this.#readHeaders(operation, envelope)
    for (const { nombre, cabecera } of operation.cabeceras) {
      // What HTTP says comes first: a proxy that says who calls is not overruled by what the caller wrote.
      const value =
        this.request.headers[cabecera] ?? (given && Object.hasOwn(given, nombre) ? given[nombre] : undefined)
      if (value !== undefined) raw[nombre] = value
    }
    for (const nombre of operation.listasConDefecto) {
      const list = raw[nombre]
      if (Array.isArray(list) && list.length === 0) delete raw[nombre]
    }
    this.enter(operation, { entrada: operation.plan.entrada.coerce(raw), repeats: true })
  }

  /** What the envelope says of the parametros that come in a header. Null: it does not. */
  #readHeaders({ cabecera }: SoapOperation, envelope: Envelope): Record<string, unknown> | null {
    this.#refuseHeaders(this.#ofOneOperation.filter(({ local }) => local !== cabecera?.local))
    if (cabecera === null) return null
    const [header, another] = findHeaders(envelope, cabecera)
    if (another) refuse(`el sobre tiene más de una cabecera ${another.local}`)
    if (!header) return null
    const errores: ErrorDeCampo[] = []
    const read = cabecera.codec.decode(header, this.#soap.codec.beginReading(errores, header))
    if (errores.length > 0) throw new EntradaInvalida(undefined, { errores })
    return isPlainObject(read) ? read : null
  }

  /** By the element in the body (WS-I BP 1.1, R2710); where it is empty, by what the call says that it wants. */
  #choose({ children }: Envelope['body']): SoapOperation {
    const { operations, bySoapAction } = this.#soap
    const action = actionOf(this.request) || (this.#addressing?.action ?? '')
    const operacion = children[0]?.local ?? bySoapAction.get(action) ?? action
    if (operacion === '') refuse('el Body está vacío, y ninguna SOAPAction dice qué operación se pide')
    const operation = operations.get(operacion)
    if (operation) return operation
    if (operation === null)
      throw new PublicacionDefectuosa(undefined, { extra: { reintentarEnSegundos: RETRY_SECONDS } })
    const publicadas = [...operations].flatMap(([name, each]) => (each ? [name] : []))
    throw new OperacionDesconocida({ operacion, publicadas })
  }

  /** Of a repeat only what it asks for is the same: its security headers are new each time. */
  protected override contentOf(entrada: Readonly<Record<string, unknown>>): string {
    return JSON.stringify([this.#version, this.#operation?.operacion, entrada])
  }

  get #answering(): Answering {
    return {
      version: this.#version,
      soap: this.#soap,
      takesParts: takesParts(this.request),
    }
  }

  protected formatAnswer(respuesta: Respuesta | undefined): Answer {
    return this.#operation ? formatRespuesta(respuesta, this.#operation, this.#answering) : ONE_WAY
  }

  protected formatAccepted(idEjecucion: string): Answer {
    const { asincrono, output } = this.#operation ?? {}
    if (!output) return ONE_WAY
    const { cuerpo } = respuestaAceptada(idEjecucion)
    if (asincrono?.espera === undefined && isPlainObject(cuerpo))
      return formatOutput(output, cuerpo, this.#answering)
    const urlEstado = `/ejecuciones/${idEjecucion}`
    const problem = problemOf(new EjecucionSigue({ urlEstado }), { idEjecucion })
    return {
      ...writeSoapFault(problem, { version: this.#version, soap: this.#soap }),
      contentType: contentTypeOf(this.#version),
      headers: {},
    }
  }

  protected formatKept({ estadoHttp, tipoContenido, cabeceras, cuerpo }: Guardada): Answer {
    if (tipoContenido === null) return this.formatAnswer(undefined)
    const kept: unknown = JSON.parse(cuerpo.toString())
    return this.formatAnswer({ estadoHttp, cabeceras, tipoContenido, cuerpo: kept })
  }

  protected sendAnswer(answer: Answer, idEjecucion: string | null): void {
    const vary = this.gate.cors ? 'Origin' : 'Accept-Encoding'
    const action = this.#operation?.responseAction ?? ''
    const addressed = addressAnswer(answer, { addressing: this.#addressing, action })
    sendAnswer(this.response, addressed, { idEjecucion, etag: null, vary })
  }

  #faultContext() {
    const header = this.#faultHeader + writeFaultRelation(this.#addressing)
    return { version: this.#version, soap: this.#soap, header }
  }

  protected sendProblem(problem: Problem, headers: readonly string[]): void {
    if (this.#isStranger && problem.status === 401) this.#countFailure()
    const send = this.#operation?.output === null ? sendOneWayFailure : sendFault
    send({ request: this.request, response: this.response }, problem, this.#faultContext(), headers)
  }

  /** Its address pays for the reading, and once it cannot any more is not read again. */
  #countFailure(): void {
    this.gate.rate?.(this.worker.callerAddress(this.request), monotonicNow())
  }
}

function refuse(motivo: string, cause?: unknown): never {
  throw new CuerpoInvalido({ motivo }, { cause })
}
