import type { Limits } from '@div/contract'
import { SaxesParser, type SaxesTag } from 'saxes'

/*
 * XML as data, the same in formulas and in the bodies of calls: an element is an object of its children, a list where a name repeats, a
 * text where it holds only text. Attributes are fields beginning with `@`; text beside attributes or children is the field `#`.
 */

export const ATTRIBUTE = '@'
export const TEXT = '#'
/** Of an element that stands for null. */
const NIL_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance'

export interface XmlRules {
  limits: Pick<Limits, 'profundidad' | 'atributosXml'> & Partial<Pick<Limits, 'elementos'>>
  /** Names without their prefix, declarations of namespaces left out, and null for an empty element with `xsi:nil`. */
  namespaces?: boolean
  /** Answers the name, or throws when data cannot have it. */
  nameOf(name: string): string
  refuse(motivo: string, cause?: unknown): never
}

interface Open {
  name: string
  fields: Record<string, unknown>
  text: string
  isNil: boolean
}

/** The root of a document. Strict XML 1.0: any DOCTYPE is refused (security rule 16), as is what goes beyond the limits. */
export function readElement(text: string, rules: XmlRules): { name: string; value: unknown } {
  const { limits, namespaces = false, refuse } = rules
  const { elementos = Number.POSITIVE_INFINITY } = limits
  const parser = new SaxesParser({ xmlns: namespaces, position: true })
  let attributes = 0
  let count = 0
  const stack: Open[] = []
  let root: { name: string; value: unknown } | null = null
  parser.on('doctype', () => refuse('el XML no puede llevar DOCTYPE'))
  parser.on('error', (cause) => refuse(`el XML está mal formado en la línea ${parser.line}`, cause))
  parser.on('opentagstart', () => {
    attributes = 0
  })
  // Counted as they come: the parser collects those of an element before it tells of it.
  parser.on('attribute', () => {
    if (++attributes > limits.atributosXml) refuse('un elemento del XML tiene demasiados atributos')
  })
  parser.on('opentag', (tag) => {
    if (stack.length >= limits.profundidad) refuse('el XML tiene demasiados niveles')
    if (++count > elementos) refuse(`el XML supera el máximo de ${elementos} elementos`)
    stack.push(openElement(tag, rules))
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
    else root = { name: closed.name, value }
  })
  parser.write(text).close()
  return root ?? refuse('el XML no tiene ningún elemento')
}

function openElement(tag: SaxesTag, { nameOf }: XmlRules): Open {
  const open: Open = {
    name: nameOf(tag.local ?? tag.name),
    fields: {},
    text: '',
    isNil: false,
  }
  for (const [name, attribute] of Object.entries(tag.attributes)) {
    if (typeof attribute === 'string') open.fields[`${ATTRIBUTE}${name}`] = attribute
    else if (attribute.prefix !== 'xmlns' && name !== 'xmlns') {
      const { uri, local, value } = attribute
      if (uri === NIL_NAMESPACE && local === 'nil' && /^\s*(?:true|1)\s*$/.test(value)) open.isNil = true
      addField(open.fields, `${ATTRIBUTE}${local}`, value)
    }
  }
  return open
}

function readValue({ fields, text, isNil }: Open): unknown {
  const names = Object.keys(fields).length
  if (names === 0) return text
  const content = text.trim()
  if (isNil && names === 1 && content === '') return null
  return content === '' ? fields : { ...fields, [TEXT]: content }
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
