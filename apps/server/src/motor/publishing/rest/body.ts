import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import {
  Binario,
  CuerpoDemasiadoGrande,
  CuerpoInvalido,
  type Limits,
  TipoDeMedioNoAdmitido,
} from '@div/contract'
import { parseJson } from '../../../http/parse-json.ts'
import { parseFields } from './query.ts'
import { parseXml } from './xml-reader.ts'

/** Turns the bytes of a body into the value that its media type says it is. Throws CuerpoInvalido. */
export type BodyParser = (bytes: Buffer) => unknown

export type BodyLimits = Pick<Limits, 'profundidad' | 'parametrosConsulta' | 'elementos' | 'atributosXml'>

/** Every kind of body a canal can read, by exact media type (security rule 1). */
export function bodyParsers(
  limits: BodyLimits,
): Record<'json' | 'form' | 'xml' | 'text' | 'bytes', BodyParser> {
  return {
    json: (bytes) => parseJson(bytes, { profundidad: limits.profundidad }),
    form: (bytes) => ({ ...parseFields(decodeText(bytes), limits.parametrosConsulta) }),
    xml: (bytes) => parseXml(decodeText(bytes), limits),
    text: decodeText,
    bytes: (bytes) => new Binario(bytes),
  }
}

/** The text of UTF-8 bytes. Throws CuerpoInvalido when they are not, or hold a NUL. */
export function decodeText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new CuerpoInvalido({ motivo: 'no es UTF-8 válido' })
  if (bytes.includes(0)) throw new CuerpoInvalido({ motivo: 'contiene un carácter nulo' })
  // A byte order mark is not part of the text.
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    ? bytes.toString('utf8', 3)
    : bytes.toString()
}

/** The parser for what the call says it sends. Throws TipoDeMedioNoAdmitido, also for another charset than UTF-8. */
export function chooseBodyParser(
  contentType: string | undefined,
  accepted: ReadonlyMap<string, BodyParser>,
  fallback: BodyParser | null,
): BodyParser {
  // Most calls send exactly one of the names.
  const exact = contentType === undefined ? undefined : accepted.get(contentType)
  if (exact) return exact
  const [mediaType = '', ...options] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase())
  const charset = options.find((option) => option.startsWith('charset='))
  const isUtf8Charset = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  const parser = isUtf8Charset ? accepted.get(mediaType) : undefined
  if (parser) return parser
  if (fallback) return fallback
  throw new TipoDeMedioNoAdmitido({ tipo: contentType ?? 'ninguno', admitidos: [...accepted.keys()] })
}

const NO_BYTES = Buffer.alloc(0)

/**
 * Collects the body and calls back once: with the bytes, or with the error that ends the call. A body that says its length is whole with
 * its last byte; its end would be told in a turn of its own.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  done: (error: Error | null, bytes: Buffer) => void,
): void {
  const tooLarge = () => new CuerpoDemasiadoGrande({ maximoBytes: maxBytes })
  const length = Number(request.headers['content-length'])
  if (length > maxBytes) {
    done(tooLarge(), NO_BYTES)
    return
  }
  let first: Buffer | null = null
  let more: Buffer[] | null = null
  let size = 0
  let isOver = false
  // What comes after is not listened to, and not let go of either: taking a listener away costs more than it does.
  const finish = (error: Error | null) => {
    if (isOver) return
    isOver = true
    done(error, more ? Buffer.concat(more) : (first ?? NO_BYTES))
  }
  const onData = (chunk: Buffer) => {
    if (isOver) return
    size += chunk.length
    if (size > maxBytes) {
      request.pause()
      finish(tooLarge())
      return
    }
    if (!first) first = chunk
    else if (more) more.push(chunk)
    else more = [first, chunk]
    if (size === length) finish(null)
  }
  // It closes after every call, and an error made for nobody would cost as much as its answer.
  const onBreak = (cause?: Error) => {
    if (!isOver) finish(new CuerpoInvalido({ motivo: 'la conexión se cortó' }, { cause }))
  }
  request.on('data', onData).on('error', onBreak).on('close', onBreak)
  if (Number.isNaN(length)) request.on('end', () => finish(null))
}
