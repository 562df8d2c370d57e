import { LIMITS } from '@div/contract'
import { readWsdl } from '@div/soap'
import { median } from './median.ts'

const TYPES = 1_000
const FIELDS = 22
const OPERATIONS = 200
const NAMES = {
  xmlns: 'http://schemas.xmlsoap.org/wsdl/',
  'xmlns:x': 'http://www.w3.org/2001/XMLSchema',
  'xmlns:s': 'http://schemas.xmlsoap.org/wsdl/soap/',
  'xmlns:t': 'urn:t',
  targetNamespace: 'urn:t',
}

/** Milliseconds until a WSDL of two megabytes with a thousand types stands in memory as a model. */
export async function measureWsdl(rounds: number): Promise<number> {
  const text = wsdlText()
  const taken: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    const { schema, avisos } = await readWsdl({ location: 'a.wsdl', limits: LIMITS, load: async () => text })
    taken.push(performance.now() - began)
    if (schema.types.size !== TYPES || avisos.length > 0) throw new Error('the WSDL was not read whole')
  }
  return median(taken)
}

/** Each fifth type extends the one before; each seventh field is of another type, each ninth a list. */
function wsdlText(): string {
  const types = times(TYPES, (at) => {
    const fields = times(FIELDS, (field) => {
      const type = field % 7 === 0 ? `t:Tipo${(at * 7 + field) % TYPES}` : 'x:string'
      return `<x:element name="campo${field}" type="${type}" minOccurs="0" maxOccurs="${field % 9 === 0 ? 'unbounded' : 1}"/>`
    })
    const sequence = `<x:annotation><x:documentation>El registro ${at}, como lo describe quien lo hizo.</x:documentation></x:annotation>`
    const content = `<x:sequence>${fields}</x:sequence>`
    const extended = `<x:complexContent><x:extension base="t:Tipo${at - 1}">${content}</x:extension></x:complexContent>`
    return `<x:complexType name="Tipo${at}">${sequence}${at % 5 === 4 ? extended : content}</x:complexType>`
  })
  const elements = times(OPERATIONS, (at) => `<x:element name="op${at}" type="t:Tipo${at}"/>`)
  const messages = times(
    OPERATIONS,
    (at) => `<message name="m${at}"><part name="p" element="t:op${at}"/></message>`,
  )
  const abstract = times(
    OPERATIONS,
    (at) => `<operation name="op${at}"><input message="t:m${at}"/><output message="t:m${at}"/></operation>`,
  )
  const body = '<s:body use="literal"/>'
  const bound = times(
    OPERATIONS,
    (at) =>
      `<operation name="op${at}"><s:operation soapAction=""/><input>${body}</input><output>${body}</output></operation>`,
  )
  const names = Object.entries(NAMES).map(([name, value]) => ` ${name}="${value}"`)
  return `<definitions${names.join('')}><types><x:schema targetNamespace="urn:t">${types}${elements}</x:schema></types>${messages}
<portType name="P">${abstract}</portType><binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${bound}</binding>
<service name="S"><port name="P" binding="t:B"><s:address location="http://localhost/"/></port></service></definitions>`
}

function times(count: number, write: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => write(at)).join('')
}
