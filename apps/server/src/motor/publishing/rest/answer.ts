import { createHash } from 'node:crypto'
import { Binario, type Respuesta } from '@div/contract'
import type { Answer } from '../send.ts'
import type { Format, FormatoGuardado } from './accept.ts'
import { writeCsv } from './write-csv.ts'
import { writeXml } from './write-xml.ts'

const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

/** What a run answers when it ended well. No salida was reached: 204. */
export function formatAnswer(respuesta: Respuesta | undefined, format: FormatoGuardado): Answer {
  if (!respuesta) return { status: 204, contentType: null, headers: {}, payload: '' }
  const { estadoHttp: status, cabeceras: headers, tipoContenido, cuerpo } = respuesta
  if (format === 'valor')
    return { status, headers, contentType: CONTENT_TYPES.json, payload: writeFormat('json', cuerpo) }
  if (tipoContenido !== null) {
    return {
      status,
      headers,
      contentType: withCharset(tipoContenido),
      payload: writeAs(tipoContenido, cuerpo),
    }
  }
  if (cuerpo instanceof Binario) {
    return { status, headers, contentType: 'application/octet-stream', payload: Buffer.from(cuerpo.bytes) }
  }
  return { status, headers, contentType: CONTENT_TYPES[format], payload: writeFormat(format, cuerpo) }
}

function writeFormat(format: Format, cuerpo: unknown): string {
  if (format === 'json') return JSON.stringify(cuerpo) ?? 'null'
  return format === 'xml' ? writeXml(cuerpo) : writeCsv(cuerpo)
}

/** Text and bytes are themselves; anything else is written in the declared type, which must then be one we can write. */
function writeAs(tipoContenido: string, cuerpo: unknown): string | Buffer {
  if (cuerpo instanceof Binario) return Buffer.from(cuerpo.bytes)
  const mediaType = tipoContenido.split(';')[0]?.trim().toLowerCase() ?? ''
  const isJson = mediaType === 'application/json' || mediaType.endsWith('+json')
  if (typeof cuerpo === 'string' && !isJson) return cuerpo
  if (mediaType === 'text/csv') return writeCsv(cuerpo)
  if (mediaType === 'application/xml' || mediaType === 'text/xml') return writeXml(cuerpo)
  return JSON.stringify(cuerpo) ?? 'null'
}

function withCharset(tipoContenido: string): string {
  return tipoContenido.startsWith('text/') && !tipoContenido.includes('charset')
    ? `${tipoContenido}; charset=utf-8`
    : tipoContenido
}

/** A strong validator of the payload (RFC 9110, 8.8.3). */
export function etagOf(payload: string | Buffer): string {
  return `"${createHash('sha1').update(payload).digest('base64url')}"`
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}
