import type { ComplexType, Content, XmlType } from '../model/schema.ts'
import { WSDL } from '../xml/namespaces.ts'
import { ANY_TYPE, SOAP_ARRAY } from './built-ins.ts'
import { childPlace, type Place, within } from './components.ts'
import type { Declarations } from './declarations.ts'
import { localOf, xsdChildren } from './names.ts'
import { readParticle } from './read-particles.ts'

type ArrayContent = Extract<Content, { kind: 'array' }>

/**
 * A restriction of soapenc:Array: WSDL 1.1 (2.2) says what it holds with wsdl:arrayType; Axis and SAP also with the only element of a
 * sequence, which names the items.
 */
export function readSoapArray(base: ArrayContent, way: Place, from: Declarations): ArrayContent {
  const element = onlyElement(way, from)
  const given = arrayTypeOf(way)
  const itemName = element?.name ?? base.itemName
  if (given) return { ...itemsOf(given.text, given.place, from), itemName }
  return { ...base, itemName, item: element?.type ?? base.item }
}

function onlyElement(way: Place, from: Declarations): { name: string; type: XmlType } | undefined {
  const group = childPlace(way, 'sequence', 'all', 'choice')
  const at = group && childPlace(group, 'element')
  const particle = at && readParticle(at, from)
  if (particle?.kind !== 'element') return undefined
  return { name: localOf(particle.element.name), type: particle.element.type }
}

function arrayTypeOf(way: Place): { text: string; place: Place } | undefined {
  for (const node of xsdChildren(way.node, 'attribute')) {
    const text = node.attributes.get(`{${WSDL}}arrayType`)
    if (text !== undefined) return { text, place: within(way, node) }
  }
  return undefined
}

/** `tns:Item[]`, `xsd:int[,]` of two dimensions, `xsd:int[][]` of arrays (SOAP 1.1, 5.4.2). */
function itemsOf(text: string, place: Place, from: Declarations): ArrayContent {
  const opening = text.lastIndexOf('[')
  const inner = (opening === -1 ? text : text.slice(0, opening)).trim()
  const dimensions = opening === -1 ? 1 : text.slice(opening).split(',').length
  const item = inner.endsWith(']')
    ? anonymousArray(itemsOf(inner, place, from))
    : inner === ''
      ? ANY_TYPE
      : from.typeNamed(inner, place)
  return { kind: 'array', item, itemName: 'item', dimensions }
}

function anonymousArray(content: ArrayContent): ComplexType {
  return { ...SOAP_ARRAY, name: null, base: SOAP_ARRAY, derivation: 'restriction', content }
}
