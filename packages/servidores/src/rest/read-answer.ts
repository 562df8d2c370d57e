import { Binario, type Limits, readExactJson, ServidorRechaza } from '@div/contract'
import type { HttpResponse } from '../define-servidor.ts'
import { isTransient } from '../http/is-transient.ts'
import type { Operacion } from './operacion-schema.ts'

/** What the run gets of an answer. */
export interface RespuestaRest {
  estado: number
  cabeceras: Readonly<Record<string, string | string[]>>
  cuerpo: unknown
}

const EXCERPT_CHARS = 1_000
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i
const TEXT_TYPE = /^(?:text\/|application\/(?:[\w.+-]+\+)?xml\b|application\/x-www-form-urlencoded\b)/i

/** Throws ServidorRechaza with the status and the beginning of the body, or when the body is not what was asked for. */
export function readAnswer(
  { status, headers, body }: HttpResponse,
  {
    servidor,
    respuesta,
    estadosOk,
    limits,
  }: {
    servidor: string
    limits: Pick<Limits, 'profundidad'>
    respuesta: Operacion['respuesta']
    estadosOk: ReadonlySet<number>
  },
): RespuestaRest {
  if ((status < 200 || status > 299) && !estadosOk.has(status)) {
    throw new ServidorRechaza(
      { servidor, motivo: `contestó ${status}` },
      { extra: { estado: status, cuerpo: excerpt(body), reintentable: isTransient(status) } },
    )
  }
  return {
    estado: status,
    cabeceras: headers,
    cuerpo: readBody(body, headers, { servidor, respuesta, limits }),
  }
}

function readBody(
  body: Buffer,
  headers: HttpResponse['headers'],
  {
    servidor,
    respuesta,
    limits,
  }: { servidor: string; respuesta: Operacion['respuesta']; limits: Pick<Limits, 'profundidad'> },
): unknown {
  const type = String(headers['content-type'] ?? '')
  const kind = respuesta === 'auto' ? kindOf(type) : respuesta
  if (kind === 'binario') return body.length === 0 ? null : new Binario(body)
  const text = decode(body, type)
  if (kind === 'texto') return text
  if (text === '') return null
  try {
    return readExactJson(text, limits)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new ServidorRechaza(
      { servidor, motivo: 'su respuesta no es JSON' },
      { cause, extra: { cuerpo: excerpt(body), reintentable: false } },
    )
  }
}

function kindOf(type: string): 'json' | 'texto' | 'binario' {
  if (JSON_TYPE.test(type)) return 'json'
  return TEXT_TYPE.test(type) ? 'texto' : 'binario'
}

function decode(body: Buffer, type: string): string {
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8'
  if (charset.toLowerCase() === 'utf-8') return body.toString('utf8')
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    // An unknown label: UTF-8 is the better guess.
    return body.toString('utf8')
  }
}

function excerpt(body: Buffer): string {
  return body.toString('utf8', 0, EXCERPT_CHARS)
}
