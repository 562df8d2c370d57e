export const XSD = 'http://www.w3.org/2001/XMLSchema'
export const TNS = 'urn:corpus'

export interface CorpusEntry {
  estilo: string
  /** The first is the one that is read. */
  documentos: Readonly<Record<string, string | Uint8Array>>
  /** What is told of it, where something is wrong with it or not taken. */
  avisos?: readonly string[]
}

interface Operacion {
  /** `name=t:Element`, or `name:x:type`. */
  in: readonly string[]
  /** Null: one-way. */
  out: readonly string[] | null
  fault?: string
  header?: string
}

interface Rules {
  types?: string
  operations: Readonly<Record<string, Operacion>>
  style?: 'document' | 'rpc'
  use?: 'literal' | 'encoded'
  soap12?: boolean
  /** Stands before the messages. */
  head?: string
  tns?: string
}

export const NAMESPACES = `xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:s12="http://schemas.xmlsoap.org/wsdl/soap12/"
  xmlns:x="${XSD}" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/"`

function partsOf(parts: readonly string[]): string {
  return parts
    .map((part) => {
      const [, name, sign, what] = /^(\w+)([=:])(.+)$/.exec(part) ?? []
      return `<w:part name="${name}" ${sign === '=' ? 'element' : 'type'}="${what}"/>`
    })
    .join('')
}

export function wsdl(rules: Rules): string {
  const { types = '', operations, style = 'document', use = 'literal', soap12 = false, head = '' } = rules
  const { tns = TNS } = rules
  const all = Object.entries(operations)
  const messages = all.map(([name, { in: given, out, fault, header }]) =>
    [
      `<w:message name="${name}In">${partsOf(given)}${header ? `<w:part name="cabecera" element="${header}"/>` : ''}</w:message>`,
      out ? `<w:message name="${name}Out">${partsOf(out)}</w:message>` : '',
      fault ? `<w:message name="${name}Fault"><w:part name="fault" element="${fault}"/></w:message>` : '',
    ].join(''),
  )
  const abstract = all.map(
    ([name, { out, fault }]) =>
      `<w:operation name="${name}"><w:input message="t:${name}In"/>${out ? `<w:output message="t:${name}Out"/>` : ''}${fault ? `<w:fault name="${name}Fault" message="t:${name}Fault"/>` : ''}</w:operation>`,
  )
  const p = soap12 ? 's12' : 's'
  const encoding = use === 'encoded' ? ' encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"' : ''
  const body = (parts: readonly string[], header = false) =>
    `<${p}:body use="${use}"${encoding}${style === 'rpc' ? ` namespace="${tns}"` : ''}${header ? ` parts="${parts.map((part) => part.split(/[=:]/)[0]).join(' ')}"` : ''}/>`
  const bound = all.map(
    ([name, { in: given, out, fault, header }]) =>
      `<w:operation name="${name}"><${p}:operation soapAction="${tns}/${name}" style="${style}"/>` +
      `<w:input>${body(given, header !== undefined)}${header ? `<${p}:header message="t:${name}In" part="cabecera" use="literal"/>` : ''}</w:input>` +
      `${out ? `<w:output>${body(out)}</w:output>` : ''}${fault ? `<w:fault name="${name}Fault"><${p}:fault name="${name}Fault" use="literal"/></w:fault>` : ''}</w:operation>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><w:definitions ${NAMESPACES} xmlns:t="${tns}" targetNamespace="${tns}">${head}${
    types === '' ? '' : `<w:types>${types}</w:types>`
  }${messages.join('')}<w:portType name="P">${abstract.join('')}</w:portType>
  <w:binding name="B" type="t:P"><${p}:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>${bound.join('')}</w:binding>
  <w:service name="S"><w:port name="SPort" binding="t:B"><${p}:address location="http://127.0.0.1/s"/></w:port></w:service></w:definitions>`
}

export function schema(content: string, { uri = TNS, form = 'qualified', more = '' } = {}): string {
  const own = uri === '' ? '' : ` targetNamespace="${uri}" xmlns:t="${uri}"`
  return `<x:schema xmlns:x="${XSD}" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:w="http://schemas.xmlsoap.org/wsdl/"${own} elementFormDefault="${form}" ${more}>${content}</x:schema>`
}

/** A wrapper of document/literal. */
export const wrapper = (name: string, content: string) =>
  `<x:element name="${name}"><x:complexType><x:sequence>${content}</x:sequence></x:complexType></x:element>`
export const complex = (name: string, content: string) =>
  `<x:complexType name="${name}"><x:sequence>${content}</x:sequence></x:complexType>`
export const el = (name: string, type: string, more = '') =>
  `<x:element name="${name}" type="${type}" ${more}/>`
export const WRAPPED = (name: string): Record<string, Operacion> => ({
  [name]: { in: [`parameters=t:${name}`], out: [`parameters=t:${name}Response`] },
})
export const OPTIONAL = 'minOccurs="0"'
export const MANY = 'minOccurs="0" maxOccurs="unbounded"'

export const one = (estilo: string, rules: Rules): CorpusEntry => ({
  estilo,
  documentos: { 's.wsdl': wsdl(rules) },
})
