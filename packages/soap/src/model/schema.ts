/*
 * XML Schema 1.0 as one graph of plain objects: what documents say in several files, by reference, by extension or by restriction is
 * resolved once, when it is read. Codec, writer, canvas and documentation only walk this graph. Types may contain themselves.
 * Sections are those of https://www.w3.org/TR/xmlschema-1/ and -2.
 */

/** `{namespace}local`, or `local` without a namespace (James Clark's notation): comparable with `===`, and a key. */
export type QName = string

export interface XmlSchema {
  /** The global ones, with those of every imported namespace. */
  elements: ReadonlyMap<QName, ElementDecl>
  types: ReadonlyMap<QName, XmlType>
  attributes: ReadonlyMap<QName, AttributeDecl>
}

export type XmlType = SimpleType | ComplexType

/** Structures 3.3. A local one or a global one; who refers to a global one holds the same object. */
export interface ElementDecl {
  /** As it stands in a document: with its namespace where elementFormDefault, form or being global asks for it. */
  name: QName
  /** Set once all documents are read, so that a type may contain itself. */
  type: XmlType
  nillable: boolean
  /** Never written by itself: only its substitutes are. */
  abstract: boolean
  default?: string
  fixed?: string
  /** Members of its substitution group, of any depth, itself and abstract ones left out (3.3.6). */
  substitutes: readonly ElementDecl[]
  documentation?: string
}

export interface AttributeDecl {
  name: QName
  type: SimpleType
  default?: string
  fixed?: string
  documentation?: string
}

export interface AttributeUse {
  /** The field of its value in JSON: `@` and its local name, with its namespace's number where two would be called alike. */
  campo: string
  attribute: AttributeDecl
  required: boolean
}

/** Structures 3.4. Content and attributes are effective: those of the base type are in them already. */
export interface ComplexType {
  kind: 'complex'
  /** Null: anonymous. */
  name: QName | null
  abstract: boolean
  mixed: boolean
  base: XmlType | null
  derivation: 'extension' | 'restriction' | null
  /** Types that may stand for it with `xsi:type`, of any depth, itself and abstract ones left out. */
  derived: readonly ComplexType[]
  content: Content
  attributes: readonly AttributeUse[]
  anyAttribute: boolean
  documentation?: string
}

export type Content =
  | { kind: 'empty' }
  /** Text, beside attributes: the field `#`. */
  | { kind: 'simple'; type: SimpleType }
  | { kind: 'elements'; particle: Particle }
  /** A SOAP-encoded array (SOAP 1.1, 5.4.2): a list whatever its items are called. */
  | { kind: 'array'; item: XmlType; itemName: string; dimensions: number }
  /** `xsd:anyType`: whatever stands there. */
  | { kind: 'any' }

interface Occurrence {
  min: number
  /** Infinity: `unbounded`. */
  max: number
}

/** Structures 3.8 and 3.9; references to groups are replaced by what they hold. */
export type Particle = ElementParticle | GroupParticle | AnyParticle

export interface ElementParticle extends Occurrence {
  kind: 'element'
  element: ElementDecl
  /** The field of its value in JSON: its local name, with its namespace's number where two elements of one type would be called alike. */
  campo: string
  /** It may come more than once in its type, also because a group around it is repeated: its value is always a list. */
  repeated: boolean
}

export interface GroupParticle extends Occurrence {
  kind: 'sequence' | 'choice' | 'all'
  particles: readonly Particle[]
}

export interface AnyParticle extends Occurrence {
  kind: 'any'
  /** `##any`, `##other`, or the namespaces that may stand there; the one without a name is ''. */
  namespaces: '##any' | '##other' | readonly string[]
  processContents: 'strict' | 'lax' | 'skip'
}

/** Datatypes: a type of the standard with its facets, or a list or a union of such. */
export interface SimpleType {
  kind: 'simple'
  /** Null: anonymous. */
  name: QName | null
  base: SimpleType | null
  variety:
    | { kind: 'atomic'; primitive: BuiltIn }
    | { kind: 'list'; item: SimpleType }
    | { kind: 'union'; members: readonly SimpleType[] }
  /** Of this type and its bases together. */
  facets: Facets
  documentation?: string
}

export interface Facets {
  enumeration?: readonly string[]
  /** Alternatives within one step of derivation are one expression; each step is one of the list (Datatypes 4.3.4). */
  patterns?: readonly string[]
  length?: number
  minLength?: number
  maxLength?: number
  /** As written: their type says how they compare. */
  minInclusive?: string
  maxInclusive?: string
  minExclusive?: string
  maxExclusive?: string
  totalDigits?: number
  fractionDigits?: number
  whiteSpace?: 'preserve' | 'replace' | 'collapse'
}

/** Datatypes 3: local names of the types of the XML Schema namespace, primitive and derived. SOAP encoding has the same ones of its own. */
export const BUILT_INS = [
  'anySimpleType',
  'string',
  'normalizedString',
  'token',
  'language',
  'NMTOKEN',
  'NMTOKENS',
  'Name',
  'NCName',
  'ID',
  'IDREF',
  'IDREFS',
  'ENTITY',
  'ENTITIES',
  'boolean',
  'decimal',
  'integer',
  'nonPositiveInteger',
  'negativeInteger',
  'nonNegativeInteger',
  'positiveInteger',
  'long',
  'int',
  'short',
  'byte',
  'unsignedLong',
  'unsignedInt',
  'unsignedShort',
  'unsignedByte',
  'float',
  'double',
  'duration',
  'dateTime',
  'time',
  'date',
  'gYearMonth',
  'gYear',
  'gMonthDay',
  'gDay',
  'gMonth',
  'hexBinary',
  'base64Binary',
  'anyURI',
  'QName',
  'NOTATION',
] as const
export type BuiltIn = (typeof BUILT_INS)[number]
