/** A reader takes a bare carriage return for a line feed (XML 1.0, 2.11). */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\r', '&#13;'],
  ['\n', '&#10;'],
  ['\t', '&#9;'],
])

/** Control characters, halves of surrogate pairs and two noncharacters: what XML 1.0 (2.2) cannot hold at all is left out. */
export const UNWRITABLE_XML = /(?![\t\n\r])\p{Cc}(?<![\u007f-\u009f])|\p{Cs}|\ufffe|\uffff/gu

/** Most texts hold nothing of all that. */
const PLAIN = /^[ !#-%'-;=?-~\u00a0-\ud7ff]*$/

export function escapeXml(text: string): string {
  if (PLAIN.test(text)) return text
  return text.replace(UNWRITABLE_XML, '').replace(/[&<>"\r]/g, (each) => ESCAPES.get(each) ?? each)
}

/** In an attribute a reader takes line feeds and tabs for spaces (XML 1.0, 3.3.3). */
export function escapeAttribute(text: string): string {
  return escapeXml(text).replace(/[\n\t]/g, (each) => ESCAPES.get(each) ?? each)
}
