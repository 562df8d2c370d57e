import { escapeAttribute, escapeXml, headerName } from '@div/contract'
import { splitName } from '../codec/prefixes.ts'
import type { Port, Service, Wsdl, WsdlMessage, WsdlOperation, WsdlPart } from '../model/wsdl.ts'
import { WSDL, XSD } from '../xml/namespaces.ts'
import { writeReferenceSchema, writeSchema } from './write-schema.ts'

const TRANSPORT = 'http://schemas.xmlsoap.org/soap/http'
const BINDINGS: Readonly<Record<Port['version'], { prefix: string; uri: string }>> = {
  '1.1': { prefix: 'soap', uri: `${WSDL}soap/` },
  '1.2': { prefix: 'soap12', uri: `${WSDL}soap12/` },
}

/** A service of our own (`describeService`), whose schema stands in the document: one reading is enough. */
export function writeWsdl({ targetNamespace, services, schema }: Wsdl): string {
  const namespaces = `xmlns:wsdl="${WSDL}" xmlns:xsd="${XSD}" xmlns:soap="${BINDINGS['1.1'].uri}" xmlns:soap12="${BINDINGS['1.2'].uri}" xmlns:tns="${escapeAttribute(targetNamespace)}"`
  const types = `<wsdl:types>${writeReferenceSchema(schema)}${writeSchema(schema, { targetNamespace, isAlone: false })}</wsdl:types>`
  return `<?xml version="1.0" encoding="UTF-8"?><wsdl:definitions ${namespaces} targetNamespace="${escapeAttribute(targetNamespace)}">${types}${services.map(writeService).join('')}</wsdl:definitions>`
}

function writeService({ name, documentation, ports }: Service): string {
  const { local } = splitName(name)
  const operations = ports[0]?.operations ?? []
  const messages = new Map(operations.flatMap(listMessages))
  const written = [...messages].map(([message, part]) => writeMessage(message, part)).join('')
  const portType = `<wsdl:portType name="${local}">${operations.map(writeOperation).join('')}</wsdl:portType>`
  const bindings = ports.map((port) => writeBinding(port, local)).join('')
  const described = ports
    .map(({ name: port, version, address }) => {
      const { prefix } = BINDINGS[version]
      return `<wsdl:port name="${port}" binding="tns:${port}"><${prefix}:address location="${escapeAttribute(address)}"/></wsdl:port>`
    })
    .join('')
  return `${written}${portType}${bindings}<wsdl:service name="${local}">${writeText(documentation)}${described}</wsdl:service>`
}

function writeText(documentation: string | undefined): string {
  return documentation === undefined
    ? ''
    : `<wsdl:documentation>${escapeXml(documentation)}</wsdl:documentation>`
}

/** The messages of an operation by their names. */
function listMessages({ name, input, output, faults }: WsdlOperation): [string, WsdlPart | undefined][] {
  const only = ({ parts }: WsdlMessage) => parts[0]
  return [
    [`${name}Input`, only(input)],
    ...input.headers.map(({ part }): [string, WsdlPart | undefined] => [headerName(name), part]),
    ...(output ? [[`${name}Output`, only(output)] as [string, WsdlPart | undefined]] : []),
    ...faults.map(({ name: fault, part }): [string, WsdlPart | undefined] => [fault, part]),
  ]
}

function writeMessage(message: string, part: WsdlPart | undefined): string {
  const written =
    part && 'element' in part
      ? `<wsdl:part name="${part.name}" element="tns:${splitName(part.element.name).local}"/>`
      : ''
  return `<wsdl:message name="${message}">${written}</wsdl:message>`
}

function writeOperation({ name, documentation, output, faults }: WsdlOperation): string {
  const answered = output ? `<wsdl:output message="tns:${name}Output"/>` : ''
  const failing = faults.map(({ name: fault }) => `<wsdl:fault name="${fault}" message="tns:${fault}"/>`)
  return `<wsdl:operation name="${name}">${writeText(documentation)}<wsdl:input message="tns:${name}Input"/>${answered}${failing.join('')}</wsdl:operation>`
}

function writeBinding({ name, version, operations }: Port, portType: string): string {
  const { prefix } = BINDINGS[version]
  const body = `<${prefix}:body use="literal"/>`
  const written = operations.map(({ name: operation, soapAction, input, output, faults }) => {
    const failing = faults.map(
      ({ name: fault }) =>
        `<wsdl:fault name="${fault}"><${prefix}:fault name="${fault}" use="literal"/></wsdl:fault>`,
    )
    const answered = output ? `<wsdl:output>${body}</wsdl:output>` : ''
    const headers = input.headers.map(
      ({ part }) =>
        `<${prefix}:header message="tns:${headerName(operation)}" part="${part.name}" use="literal"/>`,
    )
    return `<wsdl:operation name="${operation}"><${prefix}:operation soapAction="${escapeAttribute(soapAction)}" style="document"/><wsdl:input>${body}${headers.join('')}</wsdl:input>${answered}${failing.join('')}</wsdl:operation>`
  })
  return `<wsdl:binding name="${name}" type="tns:${portType}"><${prefix}:binding style="document" transport="${TRANSPORT}"/>${written.join('')}</wsdl:binding>`
}
