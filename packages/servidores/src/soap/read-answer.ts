import type { X509Certificate } from 'node:crypto'
import type { Limits } from '@div/contract'
import { Binario, type ErrorDeCampo, ServidorRechaza } from '@div/contract'
import {
  attachParts,
  checkTimes,
  decodeXml,
  type Envelope,
  type Fault,
  namedPart,
  readAddressing,
  readEnvelope,
  readFault,
  readMultipart,
  readTree,
  verifySignature,
  type XmlNode,
} from '@div/soap'
import type { HttpResponse } from '../define-servidor.ts'
import type { CompiledOperation } from './compiled-operation.ts'

/** What the run gets of an answer. */
export interface RespuestaSoap {
  /** Null: there was none to wait for (one-way). */
  cuerpo: unknown
  /** Header blocks that the WSDL declares. */
  cabeceras: Readonly<Record<string, unknown>>
  /** As they went over the wire, where the node asks for them; without the header that says who calls. */
  mensajes?: { peticion: string; respuesta: string }
}

const EXCERPT_CHARS = 1_000
const ENDS = { reintentable: false }

interface AnswerRules {
  compiled: CompiledOperation
  servidor: string
  limits: Limits
  strict: boolean
  /** Who may sign it; null: it is taken as it comes. */
  trusted: readonly X509Certificate[] | null
  /** Of the call, where the answer has to say that it is its own; null: it need not. */
  messageId: string | null
}

/** Throws ServidorRechaza for a Fault, whatever its status says, for any other failure, and for what the WSDL does not allow. */
export async function readAnswer(response: HttpResponse, rules: AnswerRules): Promise<RespuestaSoap> {
  const { compiled, servidor, limits, strict, trusted, messageId } = rules
  const refuse = (motivo: string, cause?: unknown): never => {
    throw new ServidorRechaza(
      { servidor, motivo },
      { cause, extra: { estado: response.status, cuerpo: excerptOf(response), ...ENDS } },
    )
  }
  const isOk = response.status >= 200 && response.status < 300
  const reading = { servidor, limits, refuse, isOk, names: compiled.codec.names }
  const message = holdsXml(response) ? readMessage(response, reading) : null
  if (!message) {
    if (!isOk) throw failureOf(response, servidor)
    // SOAP 1.1, 6: nothing comes back of a one-way operation; 202 says so too (WS-I R1111).
    const isEmpty = response.body.length === 0
    if (compiled.output === null || (isEmpty && trusted === null && (saysNothing(response) || !strict)))
      return { cuerpo: null, cabeceras: {} }
    return refuse(isEmpty ? 'su respuesta está vacía' : 'su respuesta no es un sobre SOAP')
  }
  const envelope = trusted ? await onlySigned(message, { limits, trusted, refuse }) : message.envelope
  const fault = readFault(envelope.version, envelope.body)
  const motivo =
    messageId === null ? null : checkRelation(envelope, { messageId, mayOmit: fault !== null && !trusted })
  if (motivo !== null) return refuse(motivo)
  if (fault) throw faultOf(fault, { compiled, servidor, response })
  if (!isOk) throw failureOf(response, servidor)
  return readBody({ ...message, envelope }, rules, response)
}

/**
 * Why an answer is not taken for that of the call (WS-Addressing 1.0, 3.4), in Spanish. `mayOmit`: who fails before it has read the headers
 * does not repeat them.
 */
function checkRelation(
  { headers }: Envelope,
  { messageId, mayOmit }: { messageId: string; mayOmit: boolean },
): string | null {
  const relatesTo = readAddressing(headers)?.relatesTo ?? null
  if (relatesTo === messageId || (relatesTo === null && mayOmit)) return null
  return relatesTo === null
    ? 'su respuesta no dice a qué petición responde (RelatesTo)'
    : 'su respuesta es de otra petición (RelatesTo)'
}

function readBody(
  { envelope, parts }: Pick<Message, 'envelope' | 'parts'>,
  { compiled, servidor, strict, trusted }: AnswerRules,
  response: HttpResponse,
): RespuestaSoap {
  if (compiled.output === null) return { cuerpo: null, cabeceras: {} }
  const errores = checkRoot(envelope.body, compiled.output.roots)
  const cuerpo = compiled.output.decode(envelope.body, errores)
  // What travels beside a signed envelope was signed by nobody.
  if (!trusted) for (const nombre of compiled.adjuntosDeRespuesta) cuerpo[nombre] = readBeside(parts, nombre)
  const cabeceras = readHeaders(envelope.headers, compiled, errores)
  if (strict && errores.length > 0) {
    throw new ServidorRechaza(
      { servidor, motivo: `su respuesta no cumple su WSDL: ${sayFirst(errores)}` },
      { extra: { errores, cuerpo: excerptOf(response), ...ENDS } },
    )
  }
  return { cuerpo, cabeceras }
}

const saysNothing = ({ status }: HttpResponse) => status === 202 || status === 204

/** An answer of something else has none of the fields that may be left out, and would be one without them. */
function checkRoot({ children }: XmlNode, roots: readonly string[] | null): ErrorDeCampo[] {
  const [expected] = roots ?? []
  const [first] = children
  if (expected === undefined || (first && roots?.includes(first.local))) return []
  const mensaje = first ? `Se esperaba «${expected}» y llegó «${first.local}».` : `Falta «${expected}».`
  return [{ campo: '', mensaje }]
}

/** A part of the message by its name; null: it did not come. */
function readBeside(parts: Message['parts'], nombre: string): Binario | null {
  const content = parts && namedPart(parts, nombre)
  return content ? new Binario(content) : null
}

/** Of an answer that has to be signed only what was signed, by whom is trusted and not long ago: faults too. */
async function onlySigned(
  { text, root, envelope, hasParts }: Message,
  {
    limits,
    trusted,
    refuse,
  }: {
    limits: Limits
    trusted: readonly X509Certificate[]
    refuse: (motivo: string, cause?: unknown) => never
  },
): Promise<Envelope> {
  const refuseSignature = (motivo: string, cause?: unknown): never =>
    refuse(`la firma de su respuesta no vale: ${motivo}`, cause)
  if (hasParts) refuseSignature('lo que viaja junto al sobre no está firmado')
  const nowMs = Date.now()
  const rules = { limits, trusted, nowMs, refuse: refuseSignature }
  const { body, headers, timestamp } = await verifySignature(text, { root, envelope }, rules)
  const motivo = timestamp.created === null ? 'no dice de cuándo es' : checkTimes(timestamp, nowMs)
  if (motivo !== null) refuseSignature(`el Timestamp ${motivo}`)
  return { ...envelope, body, headers }
}

function holdsXml({ headers, body }: HttpResponse): boolean {
  if (/\bxml\b/i.test(String(headers['content-type'] ?? ''))) return body.length > 0
  return body.toString('latin1', 0, 64).trimStart().startsWith('<')
}

interface Message {
  envelope: Envelope
  text: string
  root: XmlNode
  /** What came beside it; where its body refers to that, it stands there now. */
  parts: ReadonlyMap<string, Buffer> | null
  hasParts: boolean
}

/** Null: it is XML, but no envelope. */
function readMessage(
  { headers, body }: HttpResponse,
  {
    servidor,
    limits,
    refuse,
    isOk,
    names,
  }: {
    servidor: string
    limits: Limits
    refuse: (motivo: string, cause?: unknown) => never
    isOk: boolean
    names: ReadonlyMap<string, string>
  },
): Message | null {
  const type = String(headers['content-type'] ?? '')
  try {
    // What travels beside the envelope (MTOM, SOAP with Attachments) stands where its body refers to it.
    const { root: bytes, parts } = /^multipart\//i.test(type)
      ? readMultipart(body, type, { refuse })
      : { root: body, parts: null }
    const text = decode(bytes, type, servidor)
    const root = readTree(text, { limits, refuse, names })
    const envelope = readEnvelope(root, refuse)
    if (!envelope) return null
    const whole = parts ? attachParts(envelope.body, parts, { refuse }) : envelope.body
    return { envelope: { ...envelope, body: whole }, text, root, parts, hasParts: whole !== envelope.body }
  } catch (error) {
    // A page of a proxy: its status says more.
    if (!isOk) return null
    throw error
  }
}

/** What HTTP says of its characters counts before what the document says (RFC 7303, 3). */
function decode(body: Buffer, type: string, servidor: string): string {
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1]?.toLowerCase()
  if (charset === undefined || charset === 'utf-8') return decodeXml(body, servidor)
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    // An unknown label: the document knows better.
    return decodeXml(body, servidor)
  }
}

function readHeaders(
  headers: readonly XmlNode[],
  { answerHeaders, codec }: CompiledOperation,
  errores: ErrorDeCampo[],
): Record<string, unknown> {
  const read = headers.flatMap((node): [string, unknown][] => {
    const own = answerHeaders.get(node.uri === '' ? node.local : `{${node.uri}}${node.local}`)
    return own ? [[own.campo, own.codec.decode(node, codec.beginReading(errores, node))]] : []
  })
  return Object.fromEntries(read)
}

/** SOAP 1.1, 4.4: what went wrong as the service says it, with what it declares of it. */
function faultOf(
  { code, subcodes, reason, actor, detail }: Fault,
  { compiled, servidor, response }: { compiled: CompiledOperation; servidor: string; response: HttpResponse },
): Error {
  const falla = {
    codigo: code,
    ...(subcodes.length > 0 && { subcodigos: subcodes }),
    motivo: reason,
    ...(actor !== null && actor !== '' && { actor }),
    detalle: detail && readDetail(detail, compiled),
    // In here: every fault is a 500 (SOAP 1.1, 6.2), and a service that tells of one is not down.
    estado: response.status,
  }
  return new ServidorRechaza(
    { servidor, motivo: sayFault(code, reason) },
    // Whose fault it is says whether the same call may go better (SOAP 1.1, 4.4.1); with a detail it is an answer of the service itself.
    { extra: { falla, reintentable: detail === null && /^(?:Server|Receiver)/.test(code) } },
  )
}

function sayFault(code: string, reason: string): string {
  const motivo = reason.replace(/\.$/, '')
  if (code === '') return motivo === '' ? 'respondió con una falla que no dice nada' : motivo
  return motivo === '' ? `respondió con la falla ${code}` : `${code}: ${motivo}`
}

/** Its declared elements by their types, others as they are; null: it is empty. */
function readDetail(
  { children, text }: XmlNode,
  { faults, codec, readAnything }: CompiledOperation,
): unknown {
  if (children.length === 0) return text.trim() === '' ? null : text.trim()
  const fields: Record<string, unknown> = Object.create(null)
  for (const node of children) {
    const declared = faults.get(node.uri === '' ? node.local : `{${node.uri}}${node.local}`)
    fields[node.local] = declared ? declared.decode(node, codec.beginReading([], node)) : readAnything(node)
  }
  return { ...fields }
}

function failureOf(response: HttpResponse, servidor: string): Error {
  const { status } = response
  return new ServidorRechaza(
    { servidor, motivo: `contestó ${status}` },
    {
      extra: {
        estado: status,
        cuerpo: excerptOf(response),
        reintentable: status === 408 || status === 429 || status === 502 || status === 503 || status === 504,
      },
    },
  )
}

function excerptOf({ body }: HttpResponse): string {
  return body.toString('utf8', 0, EXCERPT_CHARS)
}

function sayFirst([first]: readonly ErrorDeCampo[]): string {
  return first ? `${first.campo === '' ? '' : `${first.campo}: `}${first.mensaje.replace(/\.$/, '')}` : ''
}
