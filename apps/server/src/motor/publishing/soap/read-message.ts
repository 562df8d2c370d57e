import type { IncomingMessage } from 'node:http'
import { parameterOf, readMultipart, type SoapVersion } from '@div/soap'
import { decodeText, parseMediaType } from '../read-body.ts'

const VERSIONS: ReadonlyMap<string, SoapVersion> = new Map([
  ['text/xml', '1.1'],
  ['application/soap+xml', '1.2'],
])
/** An envelope with parts beside it: MTOM, or SOAP with Attachments. */
const MULTIPART = 'multipart/related'
export const ENVELOPE_TYPES = [...[...VERSIONS.keys()].map((type) => `${type}; charset=utf-8`), MULTIPART]

/** The version that a call seems to speak: before its envelope is read a refusal has no better one. */
export function versionAskedFor({ headers }: IncomingMessage): SoapVersion {
  const contentType = headers['content-type'] ?? ''
  const version = VERSIONS.get(parseMediaType(contentType).mediaType)
  return version ?? (contentType.includes('application/soap+xml') ? '1.2' : '1.1')
}

/** Whether the body says that it is an envelope, in UTF-8. */
export function isEnvelope(contentType: string): boolean {
  const { mediaType, isUtf8 } = parseMediaType(contentType)
  if (mediaType !== MULTIPART) return isUtf8 && VERSIONS.has(mediaType)
  const type = parameterOf(contentType, 'type')?.toLowerCase() ?? ''
  return type === XOP_TYPE || VERSIONS.has(type)
}

const XOP_TYPE = 'application/xop+xml'

/** Whether who calls sent, or asks for, binary data beside the envelope (MTOM). */
export function takesParts({ headers }: IncomingMessage): boolean {
  const { accept = '', 'content-type': contentType = '' } = headers
  return accept.includes(XOP_TYPE) || accept.includes(MULTIPART) || contentType.includes(XOP_TYPE)
}

/** What HTTP says that the call wants (SOAP 1.1, 6.1.1; SOAP 1.2 Part 2, 6.5.3); '' for nothing. */
export function actionOf({ headers }: IncomingMessage): string {
  const { soapaction, 'content-type': contentType = '' } = headers
  const header = typeof soapaction === 'string' ? soapaction.trim().replace(/^"(.*)"$/, '$1') : ''
  return header || (/;\s*action="?([^";]+)"?/i.exec(contentType)?.[1] ?? '')
}

/** What a body is made of: the text of its envelope, and what travels beside that. */
export interface Message {
  text: string
  parts: ReadonlyMap<string, Buffer> | null
}

export function openMessage(
  bytes: Buffer | null,
  contentType = '',
  rules: { refuse(motivo: string, cause?: unknown): never },
): Message {
  if (bytes === null) return rules.refuse('no hay ningún sobre')
  if (parseMediaType(contentType).mediaType !== MULTIPART) return { text: decodeText(bytes), parts: null }
  const { root, parts } = readMultipart(bytes, contentType, rules)
  return { text: decodeText(root), parts }
}
