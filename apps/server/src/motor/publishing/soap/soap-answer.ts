import { type ErrorDeCampo, isPlainObject, type Respuesta, RespuestaFueraDeContrato } from '@div/contract'
import {
  type Addressing,
  Attachments,
  contentTypeOf,
  type ElementCodec,
  faultActionOf,
  faultStatusOf,
  type MessageCodec,
  type SoapVersion,
  writeAddressing,
  writeEnvelope,
  writeFault,
} from '@div/soap'
import { v4 as uuid } from 'uuid'
import type { Answer } from '../send.ts'
import type { SoapCanal, SoapOperation } from './soap-canal.ts'

/** What of a call its answer depends on. */
export interface Answering {
  version: SoapVersion
  soap: SoapCanal
  /** Its caller takes binary data beside the envelope. */
  takesParts: boolean
}

/** One-way: that it came is all that is told (WS-I BP 1.1, R2727). */
export const ONE_WAY: Answer = { status: 202, contentType: null, headers: {}, payload: '' }

/** What a run answers when it ended well. No salida was reached: nothing in each field. */
export function formatRespuesta(
  respuesta: Respuesta | undefined,
  operation: SoapOperation,
  answering: Answering,
): Answer {
  const { output, sinRespuesta } = operation
  if (!output) return ONE_WAY
  if (!respuesta) return formatOutput(output, sinRespuesta, answering)
  const { estadoHttp, cuerpo, cabeceras: headers } = respuesta
  const data = operation.cuerpoSolo.has(estadoHttp) ? { cuerpo } : isPlainObject(cuerpo) ? cuerpo : {}
  const error = operation.errores.get(estadoHttp)
  return error
    ? { ...formatError(error, data, { ...answering, estadoHttp }), headers }
    : { ...formatOutput(output, data, answering), headers }
}

export function formatOutput(
  output: MessageCodec,
  data: Readonly<Record<string, unknown>>,
  { version, takesParts }: Answering,
): Answer {
  const errores: ErrorDeCampo[] = []
  const attachments = new Attachments({ mtom: takesParts })
  const body = output.encode(data, errores, attachments)
  if (errores.length > 0) throw new RespuestaFueraDeContrato(undefined, { errores })
  const { declarations } = output
  const payload = writeEnvelope({ version, declarations, body })
  const whole = { contentType: contentTypeOf(version), payload }
  return { status: 200, headers: {}, ...(attachments.pack(payload, version) ?? whole) }
}

/** An exit that is an error, as the fault that it declares. */
function formatError(
  { detalle, razon: reason }: { detalle: ElementCodec; razon: string },
  data: Readonly<Record<string, unknown>>,
  { version, soap, estadoHttp }: Answering & { estadoHttp: number },
): Answer {
  const errores: ErrorDeCampo[] = []
  const detail = detalle.encode(data, soap.codec.beginWriting(errores))
  if (errores.length > 0) throw new RespuestaFueraDeContrato(undefined, { errores })
  const code = estadoHttp < 500 ? 'Client' : 'Server'
  return {
    status: faultStatusOf(version, code),
    contentType: contentTypeOf(version),
    headers: {},
    payload: writeEnvelope({
      version,
      declarations: soap.faultDeclarations,
      body: writeFault({ version, code, reason, detail }),
    }),
  }
}

export function writeFaultRelation(addressing: Addressing | null): string {
  return addressing ? writeRelation(addressing, faultActionOf(addressing)) : ''
}

function writeRelation(addressing: Addressing, action: string): string {
  return writeAddressing(addressing, { action, messageId: `urn:uuid:${uuid()}` })
}

const BODY = '<soap:Body>'
const FAULT = `${BODY}<soap:Fault>`

/**
 * The answer with the header that says to which message it answers, where the call said which it is (WS-Addressing 1.0, 3.4). It is added when
 * it is sent: what is kept of an answer is sent again to calls that are messages of their own.
 */
export function addressAnswer(
  answer: Answer,
  { addressing, action }: { addressing: Addressing | null; action: string },
): Answer {
  const { payload } = answer
  const at = addressing ? payload.indexOf(BODY) : -1
  if (!addressing || at < 0) return answer
  const isFault = payload.slice(at, at + FAULT.length).toString() === FAULT
  const header = `<soap:Header>${isFault ? writeFaultRelation(addressing) : writeRelation(addressing, action)}</soap:Header>`
  return {
    ...answer,
    payload:
      typeof payload === 'string'
        ? payload.slice(0, at) + header + payload.slice(at)
        : Buffer.concat([payload.subarray(0, at), Buffer.from(header), payload.subarray(at)]),
  }
}
