import { escapeXml } from '@div/contract'
import { ADDRESSING, ADDRESSING_2004 } from '../xml/namespaces.ts'
import type { XmlNode } from '../xml/read-tree.ts'

/** What a message says of itself (WS-Addressing 1.0 SOAP Binding). */
export interface Addressing {
  uri: string
  action: string | null
  messageId: string | null
  /** The message that it answers. */
  relatesTo: string | null
  /** The header that wants the answer, or a fault, elsewhere than where the call came from. */
  elsewhere: 'ReplyTo' | 'FaultTo' | null
}

const ANONYMOUS = new Set([
  'http://www.w3.org/2005/08/addressing/anonymous',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous',
])

/** Null: it says nothing. */
export function readAddressing(headers: readonly XmlNode[]): Addressing | null {
  const own = headers.filter(({ uri }) => uri === ADDRESSING || uri === ADDRESSING_2004)
  const [first] = own
  if (!first) return null
  const textOf = (local: string) => own.find((header) => header.local === local)?.text.trim() ?? null
  const isElsewhere = (header: string) => {
    const address = own
      .find(({ local }) => local === header)
      ?.children.find(({ local }) => local === 'Address')
    return address !== undefined && !ANONYMOUS.has(address.text.trim())
  }
  return {
    uri: first.uri,
    action: textOf('Action'),
    messageId: textOf('MessageID'),
    relatesTo: textOf('RelatesTo'),
    elsewhere: isElsewhere('ReplyTo') ? 'ReplyTo' : isElsewhere('FaultTo') ? 'FaultTo' : null,
  }
}

/** The headers of an answer to it. `messageId` is the answer's own. */
export function writeAddressing(
  { uri, messageId: relatesTo }: Addressing,
  { action, messageId }: { action: string; messageId: string },
): string {
  const relates =
    relatesTo === null ? '' : `<wsa:RelatesTo xmlns:wsa="${uri}">${escapeXml(relatesTo)}</wsa:RelatesTo>`
  return (
    `<wsa:Action xmlns:wsa="${uri}">${escapeXml(action)}</wsa:Action>` +
    `<wsa:MessageID xmlns:wsa="${uri}">${escapeXml(messageId)}</wsa:MessageID>${relates}`
  )
}

/** The headers of a call that wants its answer where it came from. */
export function writeCallAddressing({
  action,
  messageId,
  to,
}: {
  action: string
  messageId: string
  to: string
}): string {
  const own = (local: string, content: string) =>
    `<wsa:${local} xmlns:wsa="${ADDRESSING}">${content}</wsa:${local}>`
  return (
    own('To', escapeXml(to)) +
    own('Action', escapeXml(action)) +
    own('MessageID', escapeXml(messageId)) +
    own('ReplyTo', `<wsa:Address>${ADDRESSING}/anonymous</wsa:Address>`)
  )
}

/** The action of a fault, which all faults have. */
export function faultActionOf({ uri }: Addressing): string {
  return `${uri}/fault`
}
