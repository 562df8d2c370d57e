import type { Limits } from '@div/contract'
import { failFormula, type Meter, payForAll, safeName, toTexto } from '@div/formula'
import { SaxesParser } from 'saxes'

/*
 * XML as data: an element is an object of its children, a list where a name repeats, a text where it holds only text. Attributes are
 * fields beginning with `@`; text beside attributes or children is the field `#`. Namespace prefixes stay in the names.
 */

const ATTRIBUTE = '@'
const TEXT = '#'

interface Open {
  name: string
  fields: Record<string, unknown>
  text: string
}

/** Strict XML 1.0. Any DOCTYPE is refused (security rule 16), as is nesting beyond the limit. */
export function readXml(text: string, limits: Pick<Limits, 'profundidad' | 'atributosXml'>): unknown {
  const parser = new SaxesParser({ position: true })
  let attributes = 0
  const stack: Open[] = []
  let root: Record<string, unknown> | null = null
  parser.on('doctype', () => failFormula('el XML no puede llevar DOCTYPE'))
  parser.on('error', () => failFormula(`el XML está mal formado en la línea ${parser.line}`))
  parser.on('opentagstart', () => {
    attributes = 0
  })
  // Counted as they come: the parser collects those of an element before it tells of it.
  parser.on('attribute', () => {
    if (++attributes > limits.atributosXml) failFormula('un elemento del XML tiene demasiados atributos')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (stack.length >= limits.profundidad) failFormula('el XML tiene demasiados niveles')
    const fields: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(attributes)) fields[`${ATTRIBUTE}${key}`] = value
    stack.push({ name: safeName(name), fields, text: '' })
  })
  const addText = (part: string) => {
    const open = stack.at(-1)
    if (open) open.text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const closed = stack.pop()
    if (!closed) return
    const value = readValue(closed)
    const parent = stack.at(-1)
    if (parent) addField(parent.fields, closed.name, value)
    else root = { [closed.name]: value }
  })
  parser.write(text).close()
  return root ?? failFormula('el XML no tiene ningún elemento')
}

function readValue({ fields, text }: Open): unknown {
  if (Object.keys(fields).length === 0) return text
  return text.trim() === '' ? fields : { ...fields, [TEXT]: text.trim() }
}

function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (!Object.hasOwn(fields, name)) {
    fields[name] = value
    return
  }
  const present = fields[name]
  if (Array.isArray(present)) present.push(value)
  else fields[name] = [present, value]
}

/** Writes what `readXml` reads: an object with the root element as its only field. Inside a formula the `meter` pays for it. */
export function writeXml(value: unknown, limits: Pick<Limits, 'profundidad'>, meter?: Meter): string {
  if (meter && typeof value === 'object' && value !== null) payForAll(value, meter)
  const [root, ...others] = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (!root || others.length > 0)
    return failFormula('para escribir XML hace falta un objeto con un solo campo, el elemento raíz')
  return writeElement(root[0], root[1], limits.profundidad)
}

/** XML 1.0, 2.3: a name without the characters that would end it. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.:-]*$/u

function writeElement(name: string, value: unknown, left: number): string {
  if (left === 0) return failFormula('los datos tienen demasiados niveles')
  if (!NAME.test(name)) return failFormula(`«${name}» no puede ser el nombre de un elemento XML`)
  if (Array.isArray(value)) return value.map((item) => writeElement(name, item, left)).join('')
  if (value === null || value === undefined) return `<${name}/>`
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) {
    return `<${name}>${escapeXml(toTexto(value))}</${name}>`
  }
  let attributes = ''
  let content = ''
  for (const [key, field] of Object.entries(value)) {
    if (key === TEXT) content += escapeXml(toTexto(field))
    else if (key.startsWith(ATTRIBUTE))
      attributes += ` ${attributeName(key)}="${escapeAttribute(toTexto(field))}"`
    else content += writeElement(key, field, left - 1)
  }
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`
}

function attributeName(key: string): string {
  const name = key.slice(ATTRIBUTE.length)
  return NAME.test(name) ? name : failFormula(`«${name}» no puede ser el nombre de un atributo XML`)
}

/** A reader takes a bare carriage return for a line feed (XML 1.0, 2.11). */
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
}

/** Control characters, halves of surrogate pairs and two noncharacters: what XML 1.0 (2.2) cannot hold at all is left out. */
const UNWRITABLE = /(?![\t\n\r])\p{Cc}(?<![\u007f-\u009f])|\p{Cs}|\ufffe|\uffff/gu

function escapeXml(text: string): string {
  return text.replace(UNWRITABLE, '').replace(/[&<>"\r]/g, (each) => ESCAPES[each] ?? each)
}

/** In an attribute a reader takes line feeds and tabs for spaces (XML 1.0, 3.3.3). */
function escapeAttribute(text: string): string {
  return escapeXml(text).replace(/[\n\t]/g, (each) => ESCAPES[each] ?? each)
}
