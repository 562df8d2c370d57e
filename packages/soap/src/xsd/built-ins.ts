import {
  type AttributeDecl,
  BUILT_INS,
  type BuiltIn,
  type ComplexType,
  type Facets,
  type QName,
  type SimpleType,
  type XmlType,
} from '../model/schema.ts'
import { SOAP_ENCODING, SWA_REFERENCE, XML, XSD } from '../xml/namespaces.ts'
import { qname } from './names.ts'

/** Datatypes 3.3: a derived type and what it derives from. Those that are not here derive from anySimpleType. */
const BASES: Partial<Record<BuiltIn, BuiltIn>> = {
  normalizedString: 'string',
  token: 'normalizedString',
  language: 'token',
  NMTOKEN: 'token',
  Name: 'token',
  NCName: 'Name',
  ID: 'NCName',
  IDREF: 'NCName',
  ENTITY: 'NCName',
  integer: 'decimal',
  nonPositiveInteger: 'integer',
  negativeInteger: 'nonPositiveInteger',
  nonNegativeInteger: 'integer',
  positiveInteger: 'nonNegativeInteger',
  long: 'integer',
  int: 'long',
  short: 'int',
  byte: 'short',
  unsignedLong: 'nonNegativeInteger',
  unsignedInt: 'unsignedLong',
  unsignedShort: 'unsignedInt',
  unsignedByte: 'unsignedShort',
}

/** Datatypes 3.3: of one item at least. */
const LISTS: Partial<Record<BuiltIn, BuiltIn>> = { NMTOKENS: 'NMTOKEN', IDREFS: 'IDREF', ENTITIES: 'ENTITY' }

/** Names of drafts and of XML Schema 1.1 for what these types hold. */
const ALIASES: Readonly<Record<string, BuiltIn>> = {
  anyAtomicType: 'anySimpleType',
  dateTimeStamp: 'dateTime',
  dayTimeDuration: 'duration',
  yearMonthDuration: 'duration',
  timeInstant: 'dateTime',
  timeDuration: 'duration',
  recurringDate: 'gMonthDay',
  uriReference: 'anyURI',
  CDATA: 'normalizedString',
  binary: 'base64Binary',
}

const WHITE_SPACE: Partial<Record<BuiltIn, Facets['whiteSpace']>> = {
  anySimpleType: 'preserve',
  string: 'preserve',
  normalizedString: 'replace',
}

const standard = new Map<BuiltIn, SimpleType>()

/** A type of the standard; always the same object. */
export function builtIn(local: BuiltIn): SimpleType {
  const known = standard.get(local)
  if (known) return known
  const item = LISTS[local]
  const base = BASES[local]
  const type: SimpleType = {
    kind: 'simple',
    name: qname(XSD, local),
    base: base === undefined ? null : builtIn(base),
    variety:
      item === undefined ? { kind: 'atomic', primitive: local } : { kind: 'list', item: builtIn(item) },
    facets: { whiteSpace: WHITE_SPACE[local] ?? 'collapse', ...(item !== undefined && { minLength: 1 }) },
  }
  standard.set(local, type)
  return type
}

/** Structures 3.4.7. What nobody describes is this. Its `derived` stays empty: every type would stand there. */
export const ANY_TYPE: ComplexType = {
  kind: 'complex',
  name: qname(XSD, 'anyType'),
  abstract: false,
  mixed: true,
  base: null,
  derivation: null,
  derived: [],
  content: { kind: 'any' },
  attributes: [],
  anyAttribute: true,
}

/** SOAP 1.1, 5.4.2: the array from which others are restricted. */
export const SOAP_ARRAY: ComplexType = {
  ...ANY_TYPE,
  name: qname(SOAP_ENCODING, 'Array'),
  mixed: false,
  anyAttribute: false,
  content: { kind: 'array', item: ANY_TYPE, itemName: 'item', dimensions: 1 },
}

const alias = (uri: string, local: string, of: BuiltIn): [QName, SimpleType] => {
  const { variety, facets } = builtIn(of)
  return [qname(uri, local), { kind: 'simple', name: qname(uri, local), base: builtIn(of), variety, facets }]
}

export const SWA_REF_NAME = qname(SWA_REFERENCE, 'swaRef')

/**
 * A reference to a part beside the envelope (WS-I Attachments Profile 1.0, 4.4). What counts is what the part holds, as with `xop:Include`:
 * whoever maps it sees bytes, and messages that bring them in base64 are read too.
 */
export const SWA_REF: SimpleType = {
  kind: 'simple',
  name: SWA_REF_NAME,
  base: null,
  variety: { kind: 'atomic', primitive: 'base64Binary' },
  facets: {},
}

export function isReference(type: SimpleType): boolean {
  for (let at: SimpleType | null = type; at !== null; at = at.base) if (at === SWA_REF) return true
  return false
}

const MICROSOFT = 'http://schemas.microsoft.com/2003/10/Serialization/'

const TYPES: ReadonlyMap<QName, XmlType> = new Map<QName, XmlType>([
  ...BUILT_INS.map((local): [QName, XmlType] => [qname(XSD, local), builtIn(local)]),
  ...Object.entries(ALIASES).map(([local, of]): [QName, XmlType] => [qname(XSD, local), builtIn(of)]),
  [qname(XSD, 'anyType'), ANY_TYPE],
  [qname(XSD, 'ur-type'), ANY_TYPE],
  // SOAP 1.1, 5.2: the standard's types once more, with attributes that encoded messages may carry.
  ...BUILT_INS.map((local) => alias(SOAP_ENCODING, local, local)),
  alias(SOAP_ENCODING, 'base64', 'base64Binary'),
  [qname(SOAP_ENCODING, 'Array'), SOAP_ARRAY],
  [qname(SOAP_ENCODING, 'Struct'), { ...ANY_TYPE, name: qname(SOAP_ENCODING, 'Struct') }],
  [SWA_REF_NAME, SWA_REF],
  alias('http://www.w3.org/2005/05/xmlmime', 'base64Binary', 'base64Binary'),
  alias('http://www.w3.org/2005/05/xmlmime', 'hexBinary', 'hexBinary'),
  // Types that .NET sends along, and that WSDLs saved as files lack.
  alias(MICROSOFT, 'char', 'int'),
  alias(MICROSOFT, 'duration', 'duration'),
  alias(MICROSOFT, 'guid', 'string'),
])

const ATTRIBUTES: ReadonlyMap<QName, AttributeDecl> = new Map(
  (
    [
      [XML, 'lang', 'language'],
      [XML, 'space', 'NCName'],
      [XML, 'base', 'anyURI'],
      [XML, 'id', 'ID'],
      [SOAP_ENCODING, 'arrayType', 'string'],
      [SOAP_ENCODING, 'offset', 'string'],
      ['http://www.w3.org/2005/05/xmlmime', 'contentType', 'string'],
    ] as const
  ).map(([uri, local, type]) => [qname(uri, local), { name: qname(uri, local), type: builtIn(type) }]),
)

/** Described by their standards, so that nobody fetches them: what is not in the tables above may be anything. */
const FIXED = new Set([
  XSD,
  XML,
  SOAP_ENCODING,
  'http://www.w3.org/2003/05/soap-encoding',
  'http://schemas.xmlsoap.org/wsdl/',
  'http://schemas.xmlsoap.org/wsdl/soap/',
  'http://schemas.xmlsoap.org/wsdl/soap12/',
  'http://schemas.xmlsoap.org/soap/envelope/',
  'http://www.w3.org/2003/05/soap-envelope',
  'http://www.w3.org/2005/05/xmlmime',
  'http://www.w3.org/2004/08/xop/include',
  'http://ws-i.org/profiles/basic/1.1/xsd',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing',
  'http://www.w3.org/2005/08/addressing',
  'http://www.w3.org/2000/09/xmldsig#',
  'http://www.w3.org/2001/04/xmlenc#',
])

export function isFixedNamespace(uri: string): boolean {
  return FIXED.has(uri)
}

/** Of a namespace of the standards beside XML Schema: not described here, and not missing either. */
export function isForeignName(name: QName): boolean {
  const uri = name.slice(1, name.indexOf('}'))
  return uri !== XSD && FIXED.has(uri)
}

export function builtInType(name: QName): XmlType | undefined {
  return TYPES.get(name)
}

export function builtInAttribute(name: QName): AttributeDecl | undefined {
  return ATTRIBUTES.get(name)
}
