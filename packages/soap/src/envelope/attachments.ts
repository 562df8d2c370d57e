import { randomUUID } from 'node:crypto'
import type { SoapVersion } from '../model/wsdl.ts'
import { XOP } from './multipart.ts'

/** Binary data of one message that travels beside its envelope (XOP 1.0, 3.1; MTOM 3). */
export class Attachments {
  readonly #parts: { id: string; bytes: Uint8Array }[] = []

  /** What stands in its place. */
  readonly attach = (bytes: Uint8Array): string => {
    const id = `parte-${this.#parts.length + 1}@div`
    this.#parts.push({ id, bytes })
    return `<xop:Include xmlns:xop="${XOP}" href="cid:${id}"/>`
  }

  /** The whole message (RFC 2387); null: nothing travels beside it. */
  pack(envelope: string, version: SoapVersion): { contentType: string; payload: Buffer } | null {
    if (this.#parts.length === 0) return null
    const boundary = `div-${randomUUID()}`
    const type = version === '1.1' ? 'text/xml' : 'application/soap+xml'
    const part = (id: string, contentType: string) =>
      Buffer.from(
        `\r\n--${boundary}\r\nContent-Type: ${contentType}\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <${id}>\r\n\r\n`,
      )
    return {
      contentType: `multipart/related; type="application/xop+xml"; start="<sobre@div>"; start-info="${type}"; boundary="${boundary}"`,
      payload: Buffer.concat([
        part('sobre@div', `application/xop+xml; charset=UTF-8; type="${type}"`),
        Buffer.from(envelope),
        ...this.#parts.flatMap(({ id, bytes }) => [part(id, 'application/octet-stream'), bytes]),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    }
  }
}
