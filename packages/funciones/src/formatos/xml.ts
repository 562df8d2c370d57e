import {
  escapeAttribute,
  escapeXml,
  isNcName,
  isPlainObject,
  type Limits,
  UNWRITABLE_XML,
} from '@div/contract'
import { failFormula, type Meter, payForAll, safeName, toTexto } from '@div/formula'
import { ATTRIBUTE, readElement, TEXT } from './read-element.ts'

/** A document as an object with its root as the only field; names keep their prefixes. */
export function readXml(text: string, limits: Pick<Limits, 'profundidad' | 'atributosXml'>): unknown {
  const { name, value } = readElement(text, { limits, nameOf: safeName, refuse: failFormula })
  return { [name]: value }
}

/** Writes what `readXml` reads, or refuses it: an object with the root element as its only field. Inside a formula the `meter` pays for it. */
export function writeXml(value: unknown, limits: Pick<Limits, 'profundidad'>, meter?: Meter): string {
  if (meter && typeof value === 'object' && value !== null) payForAll(value, meter)
  const [root, ...others] = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (!root || others.length > 0)
    return failFormula('para escribir XML hace falta un objeto con un solo campo, el elemento raíz')
  const [name, content] = root
  if (Array.isArray(content) && content.length !== 1)
    failFormula(`un XML tiene una sola raíz y «${name}» es una lista de ${content.length} elementos`)
  return writeElement(name, content, limits.profundidad)
}

/** XML 1.0, 2.3: names keep their prefixes. */
function isName(name: string): boolean {
  return name.split(':').every(isNcName)
}

function writeElement(name: string, value: unknown, left: number): string {
  if (left === 0) return failFormula('los datos tienen demasiados niveles')
  if (!isName(name)) return failFormula(`«${name}» no puede ser el nombre de un elemento XML`)
  if (Array.isArray(value)) return value.map((item) => writeItem(name, item, left)).join('')
  if (value === null || value === undefined) return `<${name}/>`
  if (!isPlainObject(value)) return `<${name}>${escapeXml(textOf(value))}</${name}>`
  let attributes = ''
  let content = ''
  for (const [key, field] of Object.entries(value)) {
    if (key === TEXT) content += escapeXml(textOf(field))
    else if (key.startsWith(ATTRIBUTE))
      attributes += ` ${attributeName(key)}="${escapeAttribute(textOf(field))}"`
    else content += writeElement(key, field, left - 1)
  }
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`
}

/** An element is repeated for each item; of a list inside a list nothing would tell where one ends. */
function writeItem(name: string, item: unknown, left: number): string {
  return Array.isArray(item)
    ? failFormula(`una lista dentro de otra, como en «${name}», no se puede escribir en XML`)
    : writeElement(name, item, left)
}

/** Escaping would leave out in silence what XML cannot hold. */
function textOf(value: unknown): string {
  const text = toTexto(value)
  const [unwritable] = text.match(UNWRITABLE_XML) ?? []
  if (unwritable === undefined) return text
  const code = (unwritable.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return failFormula(`el XML no puede llevar el carácter U+${code}`)
}

function attributeName(key: string): string {
  const name = key.slice(ATTRIBUTE.length)
  return isName(name) ? name : failFormula(`«${name}» no puede ser el nombre de un atributo XML`)
}
