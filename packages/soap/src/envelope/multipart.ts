import type { XmlNode } from '../xml/read-tree.ts'

/** A message with what travels beside its envelope (XOP 1.0; SOAP Messages with Attachments; RFC 2387). */
export interface Multipart {
  /** The part that is the envelope. */
  root: Buffer
  /** The others, by their Content-ID. */
  parts: ReadonlyMap<string, Buffer>
}

interface Rules {
  /** Throws. */
  refuse(motivo: string): never
}

/** Parts of one message; each of them is looked for by a reference. */
const MAX_PARTS = 1_000
const HEADERS_END = '\r\n\r\n'

/** `boundary`, `type`, `start` … of a Content-Type. */
export function parameterOf(contentType: string, name: string): string | null {
  const match = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]*))`, 'i').exec(contentType)
  return match ? (match[1] ?? match[2] ?? '') : null
}

export function readMultipart(bytes: Buffer, contentType: string, { refuse }: Rules): Multipart {
  const boundary = parameterOf(contentType, 'boundary')
  if (!boundary || boundary.length > 200) return refuse('al multipart/related le falta su boundary')
  const parts = splitParts(bytes, boundary, refuse).map((part) => readPart(part, refuse))
  refuseRepeated(parts, refuse)
  const start = parameterOf(contentType, 'start')
  const root = start === null ? parts[0] : parts.find(({ id }) => id === bare(start))
  if (!root) return refuse('el multipart/related no trae el sobre')
  const others = parts.filter((part) => part !== root)
  return { root: root.content, parts: new Map(others.map(({ id, content }) => [id, content])) }
}

/** RFC 2046, 5.1.1: what stands before the first and after the last boundary is none of them. */
function splitParts(bytes: Buffer, boundary: string, refuse: Rules['refuse']): Buffer[] {
  const delimiter = `\r\n--${boundary}`
  const opening = `--${boundary}`
  const first = bytes.subarray(0, opening.length).toString('latin1') === opening
  let at = first ? opening.length : after(bytes.indexOf(delimiter), delimiter)
  const parts: Buffer[] = []
  while (at >= 0) {
    if (bytes.subarray(at, at + 2).toString('latin1') === '--') return parts
    const end = bytes.indexOf(delimiter, at)
    if (end < 0) break
    if (parts.length >= MAX_PARTS) return refuse(`el multipart/related tiene más de ${MAX_PARTS} partes`)
    parts.push(bytes.subarray(at, end))
    at = after(end, delimiter)
  }
  return refuse('el multipart/related está cortado')
}

function after(at: number, delimiter: string): number {
  return at < 0 ? -1 : at + delimiter.length
}

function readPart(part: Buffer, refuse: Rules['refuse']): { id: string; content: Buffer } {
  // The line of the boundary may end with white space, and without headers the empty line follows at once.
  const end = part.indexOf(HEADERS_END)
  if (end < 0) return refuse('a una parte del multipart/related le faltan sus cabeceras')
  const headers = part.subarray(0, end).toString('latin1')
  const content = part.subarray(end + HEADERS_END.length)
  const encoding = headerIn(headers, 'content-transfer-encoding').toLowerCase()
  if (encoding === 'quoted-printable') return refuse('no se admiten partes en quoted-printable')
  return {
    id: bare(headerIn(headers, 'content-id')),
    content: encoding === 'base64' ? Buffer.from(content.toString('latin1'), 'base64') : content,
  }
}

/** Of two parts with one name nobody could say which is meant (RFC 2045, 7). */
function refuseRepeated(parts: readonly { id: string }[], refuse: Rules['refuse']): void {
  const seen = new Set<string>()
  for (const { id } of parts) {
    if (id !== '' && seen.has(id)) refuse(`más de una parte tiene el Content-ID ${id}`)
    seen.add(id)
  }
}

function headerIn(headers: string, name: string): string {
  return new RegExp(`^${name}:[ \t]*(.*)$`, 'im').exec(headers)?.[1]?.trim() ?? ''
}

/** `<id>` → `id` */
function bare(id: string): string {
  return id.trim().replace(/^<(.*)>$/, '$1')
}

export const XOP = 'http://www.w3.org/2004/08/xop/include'

/** The element with what its references name in their place, as if it had been written in base64 (XOP 1.0, 3.2). */
export function attachParts(root: XmlNode, parts: Multipart['parts'], { refuse }: Rules): XmlNode {
  // Each part stands in one place: otherwise a small message could ask for its parts thousands of times.
  const attached = new Set<Buffer>()
  const attach = (node: XmlNode): XmlNode => {
    const href = referenceIn(node) ?? writtenReference(node, parts)
    if (href === null) {
      const children = node.children.map(attach)
      return children.some((child, index) => child !== node.children[index]) ? { ...node, children } : node
    }
    const content = parts.get(contentIdOf(href))
    if (!content) return refuse(`no viene la parte ${href}`)
    if (attached.has(content)) return refuse(`la parte ${href} se cita más de una vez`)
    attached.add(content)
    const attributes = new Map([...node.attributes].filter(([name]) => name !== 'href'))
    return { ...node, attributes, children: [], text: content.toString('base64') }
  }
  return attach(root)
}

/** What came beside an envelope for a part of its message that nothing in it refers to (WS-I Attachments Profile 1.0, R2933). */
export function namedPart(parts: Multipart['parts'], name: string): Buffer | undefined {
  return [...parts].find(([id]) => nameIn(id) === name)?.[1]
}

/** `foto=4d7a@div` → `foto` */
function nameIn(id: string): string | null {
  const end = id.indexOf('=')
  return end < 0 ? null : unescaped(id.slice(0, end))
}

/** `xop:Include` as the only child, or an `href` of its own (SOAP Messages with Attachments, 3). */
function referenceIn({ children, attributes }: XmlNode): string | null {
  const [include] = children
  const isInclude = children.length === 1 && include?.local === 'Include' && include.uri === XOP
  const href = (isInclude ? include.attributes : attributes).get('href')
  return href?.startsWith('cid:') ? href : null
}

/** The text of a `swaRef`. What names no part that came may be any other text. */
function writtenReference({ children, text }: XmlNode, parts: Multipart['parts']): string | null {
  if (children.length > 0 || !text.trimStart().startsWith('cid:')) return null
  const href = text.trim()
  return parts.has(contentIdOf(href)) ? href : null
}

/** RFC 2392, 2: escaped as in any address; some stacks leave it as it is. */
function contentIdOf(href: string): string {
  return unescaped(href.slice('cid:'.length))
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // It was not escaped, then.
    return text
  }
}
