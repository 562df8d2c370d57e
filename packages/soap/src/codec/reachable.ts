import type { ElementDecl, Particle, XmlType } from '../model/schema.ts'
import { SOAP_ENCODING } from '../xml/namespaces.ts'
import { splitName } from './prefixes.ts'

/** The namespaces of everything that may stand in these, however deep: what a message declares. */
export function namespacesOf({
  elements = [],
  types = [],
  ofAny = [],
}: {
  elements?: readonly ElementDecl[]
  types?: readonly XmlType[]
  /** Those of what may stand in the place of `xsd:any`. */
  ofAny?: readonly string[]
}): Set<string> {
  const uris = new Set<string>()
  const seen = new Set<XmlType>()
  const seenElements = new Set<ElementDecl>()
  const open: XmlType[] = [...types]
  const addName = (name: string | null) => {
    if (name !== null) uris.add(splitName(name).uri)
  }
  const addElement = (element: ElementDecl) => {
    // Each once: heads may stand for heads, in chains and in circles.
    const waiting = [element]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (seenElements.has(next)) continue
      seenElements.add(next)
      addName(next.name)
      open.push(next.type)
      waiting.push(...next.substitutes)
    }
  }
  const addParticle = (particle: Particle): void => {
    if (particle.kind === 'element') addElement(particle.element)
    else if (particle.kind === 'any') for (const uri of ofAny) uris.add(uri)
    else particle.particles.forEach(addParticle)
  }
  elements.forEach(addElement)
  for (let type = open.pop(); type; type = open.pop()) {
    if (seen.has(type)) continue
    seen.add(type)
    addName(type.name)
    if (type.kind === 'simple') continue
    for (const { attribute } of type.attributes) addName(attribute.name)
    open.push(...type.derived)
    const { content } = type
    if (content.kind === 'elements') addParticle(content.particle)
    else if (content.kind === 'array') {
      uris.add(SOAP_ENCODING)
      addName(content.itemName)
      open.push(content.item)
    }
  }
  uris.delete('')
  return uris
}
