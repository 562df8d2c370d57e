import { escapeAttribute, escapeXml, isNcName } from '@div/contract'

const ATTRIBUTE = '@'
const TEXT = '#'
const ITEM = 'elemento'

/**
 * A value of a run as a document with the root `respuesta`, which parseXml reads as that value: `@` fields are attributes, the field `#`
 * is text, a list repeats its element, null is an empty element with xsi:nil. Lists that are themselves values hold `elemento`s; a name
 * that XML has not is the attribute `nombre` of a `campo`.
 */
export function writeXml(value: unknown): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${item('respuesta', value, ROOT)}`
}

const ROOT = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

/** A field: a list repeats its element. */
function element(name: string, value: unknown, attributes = ''): string {
  return Array.isArray(value)
    ? value.map((each) => item(name, each, attributes)).join('')
    : item(name, value, attributes)
}

/** Exactly one element. */
function item(name: string, value: unknown, attributes = ''): string {
  if (value === null || value === undefined) return `<${name}${attributes} xsi:nil="true"/>`
  if (Array.isArray(value)) return `<${name}${attributes}>${element(ITEM, value)}</${name}>`
  if (typeof value !== 'object') return `<${name}${attributes}>${escapeXml(String(value))}</${name}>`
  if ('toJSON' in value && typeof value.toJSON === 'function') return item(name, value.toJSON(), attributes)
  return itemOfFields(name, value, attributes)
}

function itemOfFields(name: string, value: object, attributes: string): string {
  let own = attributes
  let content = ''
  for (const [field, each] of Object.entries(value)) {
    if (isNcName(field)) content += element(field, each)
    else if (field === TEXT && isPlain(each)) content += escapeXml(String(each))
    else if (field.startsWith(ATTRIBUTE) && isNcName(field.slice(1)) && isPlain(each))
      own += ` ${field.slice(1)}="${escapeAttribute(String(each))}"`
    else content += element('campo', each, ` nombre="${escapeAttribute(field)}"`)
  }
  return `<${name}${own}>${content}</${name}>`
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
