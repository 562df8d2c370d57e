import { LimiteSuperado, type Limits } from '@div/contract'
import type { Avisos } from '../avisos.ts'
import type {
  AttributeDecl,
  ComplexType,
  ElementDecl,
  GroupParticle,
  QName,
  SimpleType,
  XmlSchema,
  XmlType,
} from '../model/schema.ts'
import { XSD } from '../xml/namespaces.ts'
import {
  ANY_TYPE,
  builtIn,
  builtInAttribute,
  builtInType,
  isForeignName,
  SWA_REF,
  SWA_REF_NAME,
} from './built-ins.ts'
import {
  type Component,
  type ComponentKind,
  type Components,
  childPlace,
  type Place,
  placeOf,
} from './components.ts'
import type { Declarations } from './declarations.ts'
import { ComponentFinder } from './find-component.ts'
import { linkDerived, linkSubstitutes } from './link-families.ts'
import { qname } from './names.ts'
import { type AttributeSet, readAttribute, readAttributes } from './read-attributes.ts'
import { declareComplex, fillComplex } from './read-complex.ts'
import { declareElement, elementType, readGroup } from './read-particles.ts'
import { readSimple } from './read-simple.ts'

export type XsdLimits = Pick<Limits, 'profundidad' | 'tiposXsd' | 'particulasXsd'>

/** The graph of all components, and their types by name for whoever refers to them from a WSDL. */
export function buildSchema(components: Components, limits: XsdLimits, avisos: Avisos): SchemaBuilder {
  const builder = new SchemaBuilder(components, limits, avisos)
  builder.buildAll()
  return builder
}

const NO_ATTRIBUTES: AttributeSet = { uses: new Map(), any: false }

/**
 * Reads each declaration when it is first asked for, and once. A complex type is there, empty, before its content is read, so that types may
 * contain themselves; what a type is made of (bases, groups) is read before it, and may not contain itself.
 */
export class SchemaBuilder implements Declarations {
  readonly avisos: Avisos
  readonly schema: XmlSchema
  readonly #components: Components
  readonly #limits: XsdLimits
  readonly #finder: ComponentFinder
  readonly #types = new Map<Component, XmlType>()
  readonly #elements = new Map<Component, ElementDecl>()
  readonly #attributes = new Map<Component, AttributeDecl>()
  readonly #groups = new Map<Component, GroupParticle>()
  readonly #attributeGroups = new Map<Component, AttributeSet>()
  /** Of an element the head of its substitution group. */
  readonly #heads = new Map<ElementDecl, ElementDecl>()
  /** Complex types whose content is still to be read. */
  readonly #unread = new Map<ComplexType, Place>()
  readonly #reading = new Set<Component | ComplexType>()
  #particles = 0
  #typeCount = 0

  constructor(components: Components, limits: XsdLimits, avisos: Avisos) {
    this.avisos = avisos
    this.#components = components
    this.#limits = limits
    this.#finder = new ComponentFinder(components, avisos)
    this.schema = { elements: new Map(), types: new Map(), attributes: new Map() }
  }

  buildAll(): void {
    const { element, type, attribute } = this.#components
    const types = new Map([...type].map(([name, each]) => [name, this.#typeOf(each, name)]))
    const elements = new Map([...element].map(([name, each]) => [name, this.#elementOf(each, name)]))
    const attributes = new Map([...attribute].map(([name, each]) => [name, this.#attributeOf(each, name)]))
    // Reading one may find anonymous ones inside it: a Map goes on with what is added while it is walked.
    for (const each of this.#unread.keys()) this.filled(each)
    linkDerived([...types.values()])
    linkSubstitutes(elements.values(), (each) => this.#heads.get(each))
    Object.assign(this.schema, { types, elements, attributes })
  }

  typeNamed(reference: string, place: Place): XmlType {
    const { name, component } = this.#find('type', reference, place)
    return component ? this.#typeOf(component, name) : (builtInType(name) ?? ANY_TYPE)
  }

  baseNamed(reference: string, place: Place): XmlType {
    const { name, component } = this.#find('type', reference, place)
    const before = redefined(component, place)
    return before ? this.#typeOf(before, name) : (builtInType(name) ?? ANY_TYPE)
  }

  simpleNamed(reference: string, place: Place): SimpleType {
    const type = this.typeNamed(reference, place)
    return type.kind === 'simple' ? type : builtIn('anySimpleType')
  }

  inlineType(place: Place): XmlType {
    return place.node.local === 'simpleType' ? this.inlineSimple(place) : this.#newComplex(place, null)
  }

  inlineSimple(place: Place): SimpleType {
    this.#countType()
    return readSimple(place, null, this)
  }

  filled(type: ComplexType): ComplexType {
    const place = this.#unread.get(type)
    if (place === undefined) return type
    if (this.#reading.has(type)) {
      this.avisos.add(`El tipo ${type.name ?? 'sin nombre'} se deriva de sí mismo.`)
      return ANY_TYPE
    }
    this.#nested(type, () => fillComplex(type, place, this))
    this.#unread.delete(type)
    return type
  }

  elementNamed(reference: string, place: Place): ElementDecl {
    const { name, component } = this.#find('element', reference, place)
    return component ? this.#elementOf(component, name) : missingElement(name)
  }

  attributeNamed(reference: string, place: Place): AttributeDecl {
    const { name, component } = this.#find('attribute', reference, place)
    if (component) return this.#attributeOf(component, name)
    return builtInAttribute(name) ?? { name, type: builtIn('anySimpleType') }
  }

  groupNamed(reference: string, place: Place): GroupParticle | null {
    const component = redefined(this.#find('group', reference, place).component, place)
    if (!component) return null
    const known = this.#groups.get(component)
    if (known) return known
    if (this.#reading.has(component)) {
      this.avisos.add(`El grupo ${reference} se contiene a sí mismo.`)
      return null
    }
    const content = childPlace(placeOf(component), 'sequence', 'choice', 'all')
    if (!content) return null
    const group = this.#nested(component, () => readGroup(content, this))
    this.#groups.set(component, group)
    return group
  }

  attributeGroupNamed(reference: string, place: Place): AttributeSet {
    const component = redefined(this.#find('attributeGroup', reference, place).component, place)
    if (!component) return NO_ATTRIBUTES
    const known = this.#attributeGroups.get(component)
    if (known) return known
    // Structures 3.6.6 forbids circles; what is around it is read either way.
    if (this.#reading.has(component)) return NO_ATTRIBUTES
    const set = this.#nested(component, () => readAttributes(placeOf(component), this))
    this.#attributeGroups.set(component, set)
    return set
  }

  readonly spendParticles = (count: number): void => {
    this.#particles += count
    if (this.#particles > this.#limits.particulasXsd)
      throw new LimiteSuperado({ limite: 'particulasXsd', maximo: this.#limits.particulasXsd })
  }

  #find(kind: ComponentKind, reference: string, place: Place) {
    return this.#finder.find(kind, reference, place, (name) => isStandard(kind, name))
  }

  #typeOf(component: Component, name: QName): XmlType {
    // Many documents bring its schema along, in which it is a mere address.
    if (name === SWA_REF_NAME) return SWA_REF
    const known = this.#types.get(component)
    if (known) return known
    const place = placeOf(component)
    if (component.node.local === 'complexType') {
      const type = this.#newComplex(place, name)
      this.#types.set(component, type)
      return type
    }
    if (this.#reading.has(component)) {
      this.avisos.add(`El tipo ${name} se deriva de sí mismo.`)
      return builtIn('anySimpleType')
    }
    this.#countType()
    const type = this.#nested(component, () => readSimple(place, name, this))
    this.#types.set(component, type)
    return type
  }

  #newComplex(place: Place, name: QName | null): ComplexType {
    this.#countType()
    const type = declareComplex(place, name)
    this.#unread.set(type, place)
    return type
  }

  #elementOf(component: Component, name: QName): ElementDecl {
    const known = this.#elements.get(component)
    if (known) return known
    const place = placeOf(component)
    const element = declareElement(place, name)
    this.#elements.set(component, element)
    this.#nested(component, () => {
      const group = component.node.attributes.get('substitutionGroup')
      const head = group === undefined ? undefined : this.elementNamed(group, place)
      if (head) this.#heads.set(element, head)
      // Structures 3.3.2: without a type it has that of the head of its group.
      element.type = elementType(place, this) ?? head?.type ?? ANY_TYPE
    })
    return element
  }

  #attributeOf(component: Component, name: QName): AttributeDecl {
    const known = this.#attributes.get(component)
    if (known) return known
    const attribute = readAttribute(placeOf(component), name, this)
    this.#attributes.set(component, attribute)
    return attribute
  }

  /** Declarations that are read because others need them first: too many inside each other are refused before the stack is full. */
  #nested<Result>(what: Component | ComplexType, read: () => Result): Result {
    if (this.#reading.size >= this.#limits.profundidad)
      throw new LimiteSuperado({ limite: 'profundidad', maximo: this.#limits.profundidad })
    this.#reading.add(what)
    try {
      return read()
    } finally {
      this.#reading.delete(what)
    }
  }

  #countType(): void {
    if (++this.#typeCount > this.#limits.tiposXsd)
      throw new LimiteSuperado({ limite: 'tiposXsd', maximo: this.#limits.tiposXsd })
  }
}

/** Structures 4.2.2: inside a redefinition its own name means what it redefines, also where others redefine it in turn. */
function redefined(component: Component | undefined, { self }: Place): Component | undefined {
  for (let at = component; at; at = at.redefines) {
    if (at === self) return at.redefines ?? at
  }
  return component
}

function missingElement(name: QName): ElementDecl {
  return { name, type: ANY_TYPE, nillable: true, abstract: false, substitutes: [] }
}

/** A name that needs no document: of the tables here, or of a standard that is not described. */
function isStandard(kind: ComponentKind, name: QName): boolean {
  if (isForeignName(name)) return true
  if (kind === 'type') return builtInType(name) !== undefined
  // .NET refers to xsd:schema where a DataSet brings its own.
  return kind === 'attribute' ? builtInAttribute(name) !== undefined : name === qname(XSD, 'schema')
}
