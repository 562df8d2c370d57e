import { escapeAttribute } from '@div/contract'
import type { SoapVersion } from '../model/wsdl.ts'
import { ENVELOPE } from '../xml/namespaces.ts'
import type { XmlNode } from '../xml/read-tree.ts'

export interface Envelope {
  version: SoapVersion
  /** Header blocks. */
  headers: readonly XmlNode[]
  body: XmlNode
}

/** SOAP 1.1, 4; SOAP 1.2 Part 1, 5. Null: it is no envelope of a version that is known. Throws what `refuse` throws. */
export function readEnvelope(root: XmlNode, refuse: (motivo: string) => never): Envelope | null {
  const version = versionOf(root)
  if (version === null) return null
  const uri = ENVELOPE[version]
  const { children } = root
  const only = (local: string): XmlNode | undefined => {
    const [first, ...others] = children.filter((child) => child.uri === uri && child.local === local)
    return others.length > 0 ? refuse(`el sobre tiene más de un ${local}`) : first
  }
  const body = only('Body') ?? refuse('el sobre no tiene Body')
  const header = only('Header')
  // Who reads only as far as the body has to have seen all that must be understood.
  if (header && children.indexOf(header) > children.indexOf(body))
    return refuse('el Header del sobre está después de su Body')
  return { version, headers: header?.children ?? [], body }
}

/** Whether an element is the body of a version that is known. */
export function isBody({ local, uri }: XmlNode): boolean {
  return local === 'Body' && (uri === ENVELOPE['1.1'] || uri === ENVELOPE['1.2'])
}

function versionOf({ local, uri }: XmlNode): SoapVersion | null {
  if (local !== 'Envelope') return null
  if (uri === ENVELOPE['1.1']) return '1.1'
  return uri === ENVELOPE['1.2'] ? '1.2' : null
}

/** One message; `declarations` are of the namespaces that header and body use. */
export function writeEnvelope({
  version,
  declarations = '',
  header = '',
  body,
}: {
  version: SoapVersion
  declarations?: string
  header?: string
  body: string
}): string {
  const head = header === '' ? '' : `<soap:Header>${header}</soap:Header>`
  return `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="${ENVELOPE[version]}"${declarations}>${head}<soap:Body>${body}</soap:Body></soap:Envelope>`
}

/** The media type of a message (SOAP 1.1, 6; RFC 3902). */
export function contentTypeOf(version: SoapVersion): string {
  return version === '1.1' ? 'text/xml; charset=utf-8' : 'application/soap+xml; charset=utf-8'
}

const NEXT = new Set([
  '',
  'http://schemas.xmlsoap.org/soap/actor/next',
  `${ENVELOPE['1.2']}/role/next`,
  `${ENVELOPE['1.2']}/role/ultimateReceiver`,
])

/** Whether a header block is for who answers, and not for somebody on the way (SOAP 1.1, 4.2.2; SOAP 1.2 Part 1, 2.2). */
export function isForReceiver(version: SoapVersion, { attributes }: XmlNode): boolean {
  const name = version === '1.1' ? 'actor' : 'role'
  return NEXT.has(attributes.get(`{${ENVELOPE[version]}}${name}`)?.trim() ?? '')
}

export function mustBeUnderstood(version: SoapVersion, { attributes }: XmlNode): boolean {
  const must = attributes.get(`{${ENVELOPE[version]}}mustUnderstand`)?.trim()
  return must === '1' || must === 'true'
}

/** Headers for us of this name. */
export function findHeaders(
  { version, headers }: Pick<Envelope, 'version' | 'headers'>,
  { uri, local }: Pick<XmlNode, 'uri' | 'local'>,
): XmlNode[] {
  return headers.filter(
    (header) => header.uri === uri && header.local === local && isForReceiver(version, header),
  )
}

/** Headers for us that must be understood and are of none of these namespaces (SOAP 1.1, 4.2.3; SOAP 1.2 Part 1, 5.2.3). */
export function listNotUnderstood(
  { version, headers }: Pick<Envelope, 'version' | 'headers'>,
  understood: ReadonlySet<string>,
): XmlNode[] {
  return headers.filter(
    (header) =>
      !understood.has(header.uri) && mustBeUnderstood(version, header) && isForReceiver(version, header),
  )
}

/** What an answer says of the headers that were not understood (SOAP 1.2 Part 1, 5.4.8). */
export function writeNotUnderstood(headers: readonly Pick<XmlNode, 'uri' | 'local'>[]): string {
  return headers
    .map(
      ({ uri, local }) =>
        `<s12:NotUnderstood xmlns:s12="${ENVELOPE['1.2']}" xmlns:q="${escapeAttribute(uri)}" qname="q:${local}"/>`,
    )
    .join('')
}

/** Which versions could have been understood (SOAP 1.2 Part 1, 5.4.7). */
export function writeUpgrade(): string {
  const supported = [ENVELOPE['1.2'], ENVELOPE['1.1']].map(
    (uri) => `<s12:SupportedEnvelope xmlns:q="${uri}" qname="q:Envelope"/>`,
  )
  return `<s12:Upgrade xmlns:s12="${ENVELOPE['1.2']}">${supported.join('')}</s12:Upgrade>`
}
