import { Binario, type ErrorDeCampo, escapeAttribute, escapeXml, Fecha, isNcName } from '@div/contract'
import type { BuiltIn } from '../model/schema.ts'
import { XSI } from '../xml/namespaces.ts'
import type { XmlNode } from '../xml/read-tree.ts'
import { formOf } from './built-ins.ts'
import { RESERVED } from './fields.ts'
import { writableText } from './unwritable.ts'
import { placed, type Writing } from './writing.ts'

/*
 * Content without a type, as bodies in XML are read (decision 2026-11-21-xml-bodies): children are fields, a list where a name repeats;
 * attributes begin with `@`, text beside others is `#`; `xsi:nil` is null; a list that is itself a value holds `elemento`s.
 */

const ITEM = 'elemento'

/** `readChild` reads a child, which may say its type. */
export function readAny(
  node: XmlNode,
  errores: ErrorDeCampo[],
  readChild: (child: XmlNode) => unknown,
): unknown {
  const { children, attributes, text } = node
  if (children.length === 0 && attributes.size === 0) return text
  const gathered = new GatheredFields()
  const { fields } = gathered
  for (const [name, value] of attributes) {
    if (!name.startsWith('{')) fields[`@${name}`] = value
  }
  const hasAttributes = Object.keys(fields).length > 0
  if (children.length > 0 && !hasAttributes && children.every(({ local }) => local === ITEM))
    return children.map(readChild)
  for (const child of children) {
    if (RESERVED.has(child.local))
      errores.push({ campo: child.local, mensaje: 'Es un nombre de campo reservado.' })
    else gathered.add(child.local, readChild(child))
  }
  if (children.length === 0 && !hasAttributes) return text
  const content = text.trim()
  if (content !== '') fields['#'] = content
  return fields
}

export function isNil({ attributes }: XmlNode): boolean {
  const nil = attributes.get(NIL)
  return nil !== undefined && /^\s*(?:true|1)\s*$/.test(nil)
}
const NIL = `{${XSI}}nil`

/** Fields of elements as they come: those of one name are a list. An element may itself be read as one. */
export class GatheredFields {
  readonly fields: Record<string, unknown>
  readonly #repeated = new Map<string, unknown[]>()

  constructor(fields: Record<string, unknown> = {}) {
    this.fields = fields
  }

  add(name: string, value: unknown): void {
    const { fields } = this
    const repeated = this.#repeated.get(name)
    if (repeated) repeated.push(value)
    else if (Object.hasOwn(fields, name)) {
      const both = [fields[name], value]
      this.#repeated.set(name, both)
      fields[name] = both
    } else fields[name] = value
  }
}

/** The type of the standard that says what a plain value is; null: it has fields or items. */
function builtInOf(value: unknown): BuiltIn | null {
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    case 'number':
      if (!Number.isSafeInteger(value)) return Number.isFinite(value) ? 'decimal' : 'double'
      return Math.abs(value) < 2 ** 31 ? 'int' : 'long'
    default:
      if (value instanceof Date) return 'dateTime'
      if (value instanceof Fecha) return 'date'
      return value instanceof Binario ? 'base64Binary' : null
  }
}

/** One element of any value; `tag` as it is written, with its attributes. */
export function writeAny(tag: string, value: unknown, writing: Writing): string {
  const name = tag.split(' ', 1)[0] ?? tag
  if (value === null || value === undefined) return `<${tag} xsi:nil="true"/>`
  const builtIn = builtInOf(value)
  if (builtIn !== null)
    return `<${tag} xsi:type="xsd:${builtIn}">${escapeXml(textOf(builtIn, value, writing))}</${name}>`
  if (writing.left === 0) {
    writing.errores.push({ campo: '', mensaje: 'Tiene demasiados niveles.' })
    return ''
  }
  writing.left--
  const { attributes, content } = Array.isArray(value)
    ? { attributes: '', content: writeItems(ITEM, value, writing) }
    : writeFields(value, writing)
  writing.left++
  return `<${tag}${attributes}>${content}</${name}>`
}

function writeFields(value: object, writing: Writing): { attributes: string; content: string } {
  let attributes = ''
  let content = ''
  for (const [field, each] of Object.entries(value)) {
    if (field === '#') content += escapeXml(writePlain(each, writing))
    else if (field.startsWith('@') && isNcName(field.slice(1)))
      attributes += ` ${field.slice(1)}="${escapeAttribute(writePlain(each, writing))}"`
    else content += writeAnyField(field, each, writing)
  }
  return { attributes, content }
}

/** A list repeats its element; a name that XML has not is the attribute `nombre` of a `campo`. */
export function writeAnyField(field: string, value: unknown, writing: Writing): string {
  const tag = isNcName(field)
    ? field
    : `campo nombre="${escapeAttribute(writableText(field, writing.errores))}"`
  const write = (each: unknown) => placed(each, writing, (own) => writeAny(tag, own, writing), field)
  return Array.isArray(value) ? value.map(write).join('') : write(value)
}

function writeItems(tag: string, items: readonly unknown[], writing: Writing): string {
  return items
    .map((each, index) => placed(each, writing, (own) => writeAny(tag, own, writing), '', index))
    .join('')
}

/** The text of what has neither fields nor items. Not escaped. */
export function writePlain(value: unknown, writing: Writing): string {
  if (value === null || value === undefined) return ''
  const builtIn = builtInOf(value)
  if (builtIn !== null) return textOf(builtIn, value, writing)
  writing.errores.push({ campo: '', mensaje: 'Se esperaba un texto.' })
  return ''
}

function textOf(builtIn: BuiltIn, value: unknown, { errores }: Writing): string {
  return writableText(formOf(builtIn).write(value) ?? '', errores)
}
