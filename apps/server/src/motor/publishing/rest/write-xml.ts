const NAME = /^[\p{L}_][\p{L}\p{N}._-]*$/u
/** What XML 1.0 (2.2) has no way to write. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A value of a run as a document with the root `respuesta`. A list repeats its element; null is an empty element with xsi:nil. */
export function writeXml(value: unknown): string {
  const content = Array.isArray(value)
    ? element('respuesta', { elemento: value }, ROOT)
    : element('respuesta', value, ROOT)
  return `<?xml version="1.0" encoding="UTF-8"?>${content}`
}

const ROOT = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

function element(name: string, value: unknown, attributes = ''): string {
  if (value === null || value === undefined) return `<${name}${attributes} xsi:nil="true"/>`
  if (Array.isArray(value)) return value.map((item) => element(name, item, attributes)).join('')
  if (typeof value !== 'object') return `<${name}${attributes}>${escapeText(String(value))}</${name}>`
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return element(name, value.toJSON(), attributes)
  const fields = Object.entries(value).map(([field, each]) =>
    NAME.test(field) ? element(field, each) : element('campo', each, ` nombre="${escapeText(field)}"`),
  )
  return `<${name}${attributes}>${fields.join('')}</${name}>`
}

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
