import { CuerpoInvalido, type Limits } from '@div/contract'
import { SaxesParser } from 'saxes'

interface Element {
  nombre: string
  text: string
  fields: Record<string, unknown> | null
}

const RESERVED = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads a body of XML as fields: the root's elements and attributes by local name; repeated elements become a list; an element without
 * attributes or elements is its text. Strict: a DOCTYPE is refused (security rule 16), and nesting is limited. Throws CuerpoInvalido.
 */
export function parseXml(
  text: string,
  { profundidad, elementos, atributosXml }: Pick<Limits, 'profundidad' | 'elementos' | 'atributosXml'>,
): unknown {
  const parser = new SaxesParser({ xmlns: true })
  const open: Element[] = []
  let root: unknown
  let count = 0
  let attributes = 0

  parser.on('error', (cause) => refuse('no es XML bien formado', cause))
  parser.on('doctype', () => refuse('un DOCTYPE no se admite'))
  parser.on('opentagstart', () => {
    attributes = 0
  })
  // Counted as they come: the parser collects those of an element before it tells of it.
  parser.on('attribute', () => {
    if (++attributes > atributosXml) refuse(`supera el máximo de ${atributosXml} atributos en un elemento`)
  })
  parser.on('opentag', (tag) => {
    if (open.length >= profundidad) refuse(`supera la profundidad máxima de ${profundidad}`)
    if (++count > elementos) refuse(`supera el máximo de ${elementos} elementos`)
    const element: Element = { nombre: tag.local, text: '', fields: null }
    for (const attribute of Object.values(tag.attributes)) {
      if (attribute.prefix === 'xmlns' || attribute.name === 'xmlns') continue
      addField(element, attribute.local, attribute.value)
    }
    open.push(element)
  })
  const addText = (piece: string) => {
    const element = open.at(-1)
    if (element) element.text += piece
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop()
    if (!element) return
    const value = elementValue(element)
    const parent = open.at(-1)
    if (parent) addField(parent, element.nombre, value)
    else root = value
  })
  parser.write(text).close()
  return root
}

function addField(element: Element, nombre: string, value: unknown): void {
  // Names that a plain object could not hold as data are refused, as in JSON.
  if (RESERVED.has(nombre)) refuse(`«${nombre}» es un nombre de campo reservado`)
  element.fields ??= {}
  const before = element.fields[nombre]
  if (!Object.hasOwn(element.fields, nombre)) element.fields[nombre] = value
  else if (Array.isArray(before)) before.push(value)
  else element.fields[nombre] = [before, value]
}

function elementValue({ fields, text }: Element): unknown {
  if (!fields) return text
  const content = text.trim()
  return content === '' ? fields : { ...fields, texto: content }
}

function refuse(motivo: string, cause?: unknown): never {
  throw new CuerpoInvalido({ motivo }, { cause })
}
