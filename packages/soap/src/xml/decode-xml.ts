import { DocumentoXmlInvalido } from '@div/contract'

/** The text of a document, by its byte order mark or its declaration (XML 1.0, appendix F). Throws DocumentoXmlInvalido. */
export function decodeXml(bytes: string | Uint8Array, documento: string): string {
  if (typeof bytes === 'string') return bytes.replace(/^\ufeff/, '')
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    // Documents that were saved in the encoding of their editor go on calling themselves UTF-8.
    if (encoding === 'utf-8') return new TextDecoder('windows-1252').decode(bytes)
    throw new DocumentoXmlInvalido({ documento, motivo: `no es texto en ${encoding}` }, { cause })
  }
}

/** A byte order mark is stronger than a declaration: what rewrites a file often leaves the old declaration in it. */
function encodingOf(bytes: Uint8Array): string {
  const [first = 0, second = 0, third = 0] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString('latin1')
  const declared = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1]
  // UTF-16 is declared by documents that were saved as bytes since: the declaration itself could be read.
  return declared === undefined || /^utf-?(?:16|8)/i.test(declared) ? 'utf-8' : declared
}
