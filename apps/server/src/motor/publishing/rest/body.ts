import { Binario, type Limits, TipoDeMedioNoAdmitido } from '@div/contract'
import { parseJson } from '../../../http/parse-json.ts'
import { decodeText, parseMediaType } from '../read-body.ts'
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

/** The parser for what the call says it sends. Throws TipoDeMedioNoAdmitido, also for another charset than UTF-8. */
export function chooseBodyParser(
  contentType: string | undefined,
  accepted: ReadonlyMap<string, BodyParser>,
  fallback: BodyParser | null,
): BodyParser {
  // Most calls send exactly one of the names.
  const exact = contentType === undefined ? undefined : accepted.get(contentType)
  if (exact) return exact
  const { mediaType, isUtf8 } = parseMediaType(contentType ?? '')
  const parser = isUtf8 ? accepted.get(mediaType) : undefined
  if (parser) return parser
  if (fallback) return fallback
  throw new TipoDeMedioNoAdmitido({ tipo: contentType ?? 'ninguno', admitidos: [...accepted.keys()] })
}
