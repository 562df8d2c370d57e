import { randomUUID } from 'node:crypto'
import type { Beside } from '../codec/writing.ts'
import type { SoapVersion } from '../model/wsdl.ts'
import { XOP } from './multipart.ts'

interface Part {
  id: string
  contentType: string
  bytes: Uint8Array
}

const BYTES = 'application/octet-stream'

/** What of one message travels beside its envelope: as MTOM has it, or as SOAP with Attachments. */
export class Attachments implements Beside {
  readonly #parts: Part[] = []
  #isXop = false
  readonly include?: (bytes: Uint8Array) => string

  /** `mtom`: also what could stand in the envelope (XOP 1.0, 3.1; MTOM 3). */
  constructor({ mtom }: { mtom: boolean }) {
    if (!mtom) return
    this.include = (bytes) => {
      this.#isXop = true
      return `<xop:Include xmlns:xop="${XOP}" href="cid:${this.#add(bytes)}"/>`
    }
  }

  /** WS-I Attachments Profile 1.0, 4.4. */
  refer(bytes: Uint8Array): string {
    return `cid:${this.#add(bytes)}`
  }

  /** A part of the message that nothing in the envelope refers to: its Content-ID names it (WS-I Attachments Profile 1.0, R2933). */
  addNamed(name: string, bytes: Uint8Array, contentType: string): void {
    this.#parts.push({ id: `${encodeURIComponent(name)}=${randomUUID()}@div`, contentType, bytes })
  }

  #add(bytes: Uint8Array): string {
    const id = `parte-${this.#parts.length + 1}@div`
    this.#parts.push({ id, contentType: BYTES, bytes })
    return id
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
    // Without anything included it is SOAP with Attachments, whose root says that it is an envelope.
    const [kind, root] = this.#isXop
      ? [
          `type="application/xop+xml"; start-info="${type}"`,
          `application/xop+xml; charset=UTF-8; type="${type}"`,
        ]
      : [`type="${type}"`, `${type}; charset=UTF-8`]
    return {
      contentType: `multipart/related; ${kind}; start="<sobre@div>"; boundary="${boundary}"`,
      payload: Buffer.concat([
        part('sobre@div', root),
        Buffer.from(envelope),
        ...this.#parts.flatMap(({ id, contentType, bytes }) => [part(id, contentType), bytes]),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    }
  }
}
