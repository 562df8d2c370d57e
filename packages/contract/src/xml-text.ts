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

export function escapeXml(text: string): string {
  if (isPlainXml(text)) return text
  return text.replace(UNWRITABLE_XML, '').replace(/[&<>"\r]/g, (each) => ESCAPES.get(each) ?? each)
}

/** Whether nothing of it has to be escaped, nor is such that XML cannot hold it: most texts are so. For short ones an expression takes longer. */
export function isPlainXml(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // From the question mark to the tilde, and from Latin-1 to the surrogates.
    if ((code >= 0x3f && code <= 0x7e) || (code >= 0xa0 && code <= 0xd7ff)) continue
    if (code < 0x20 || code > 0x3d || code === QUOTE || code === AMPERSAND || code === LESS) return false
  }
  return true
}
const QUOTE = 0x22
const AMPERSAND = 0x26
const LESS = 0x3c

/** In an attribute a reader takes line feeds and tabs for spaces (XML 1.0, 3.3.3). */
export function escapeAttribute(text: string): string {
  return escapeXml(text).replace(/[\n\t]/g, (each) => ESCAPES.get(each) ?? each)
}
