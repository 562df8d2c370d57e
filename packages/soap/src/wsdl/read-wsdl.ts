import { Avisos } from '../avisos.ts'
import type { Port, Service, Wsdl } from '../model/wsdl.ts'
import type { XmlNode } from '../xml/read-tree.ts'
import { buildSchema, type XsdLimits } from '../xsd/build-schema.ts'
import { collectComponents } from '../xsd/components.ts'
import { localOf } from '../xsd/names.ts'
import { type DocumentLimits, type LoadDocument, loadDocuments } from './load-documents.ts'
import { type Named, NamedParts, wsdlChildren } from './named-parts.ts'
import { readOperations } from './read-operation.ts'
import { soapChild, soapVersionOf } from './soap-extensions.ts'
import { type WsdlContext, wsdlDocumentation } from './wsdl-context.ts'

export type WsdlLimits = DocumentLimits & XsdLimits

/**
 * A WSDL 1.1 with all that it imports. What cannot be taken is told of in `avisos`. Throws DocumentoXmlInvalido when the first document is
 * none, LimiteSuperado, and what `load` throws for it.
 */
export async function readWsdl({
  location,
  load,
  limits,
}: {
  /** Of the first document; relative names are resolved against it. */
  location: string
  load: LoadDocument
  limits: WsdlLimits
}): Promise<Wsdl> {
  const avisos = new Avisos()
  const { definitions, units, redefinitions } = await loadDocuments(location, { load, limits, avisos })
  const types = buildSchema(collectComponents(units, redefinitions), limits, avisos)
  const context: WsdlContext = {
    types,
    messages: new NamedParts('message', definitions, avisos),
    portTypes: new NamedParts('portType', definitions, avisos),
    bindings: new NamedParts('binding', definitions, avisos),
    avisos,
  }
  const services = new NamedParts('service', definitions, avisos)
    .list()
    .map((service) => readService(service, context))
    .filter(({ ports }) => ports.length > 0)
  return {
    targetNamespace: definitions[0]?.attributes.get('targetNamespace')?.trim() ?? '',
    services: services.length > 0 ? services : servicesOfBindings(context),
    schema: types.schema,
    avisos: avisos.list(),
  }
}

function readService({ name, node }: Named, context: WsdlContext): Service {
  const ports = wsdlChildren(node, 'port').flatMap((port) => {
    const binding = context.bindings.find(port.attributes.get('binding'), port)
    const address = soapChild(port, 'address')?.attributes.get('location')?.trim() ?? ''
    return binding
      ? readPort({ name: port.attributes.get('name')?.trim() ?? '', address, binding }, context)
      : []
  })
  return { name, ...wsdlDocumentation(node), ports }
}

/** Documents that leave the service to whoever installs them: one for each binding, without an address. */
function servicesOfBindings(context: WsdlContext): Service[] {
  return context.bindings.list().flatMap((binding) => {
    const ports = readPort({ name: localOf(binding.name), address: '', binding }, context)
    if (ports.length > 0) context.avisos.add(`Ningún servicio usa ${binding.name}: falta su dirección.`)
    return ports.length > 0 ? [{ name: binding.name, ports }] : []
  })
}

function readPort(
  { name, address, binding }: { name: string; address: string; binding: Named },
  context: WsdlContext,
): Port[] {
  const soap = soapChild(binding.node, 'binding')
  const version = soap && soapVersionOf(soap)
  if (!soap || version === undefined) {
    context.avisos.add(`El puerto ${name} no se toma: no es SOAP.`)
    return []
  }
  if (!isHttp(soap, address)) {
    context.avisos.add(`El puerto ${name} no se toma: su transporte no es HTTP.`)
    return []
  }
  const portType = context.portTypes.find(binding.node.attributes.get('type'), binding.node)
  if (!portType) return []
  // WSDL 1.1, 3.3: document unless it says otherwise.
  const style = soap.attributes.get('style') === 'rpc' ? 'rpc' : 'document'
  return [{ name, address, version, operations: readOperations({ binding, portType, style }, context) }]
}

/** WSDL 1.1, 3.3. Addresses say it too, and more of them are right than of the transports (WS-I R2702). */
function isHttp(soap: XmlNode, address: string): boolean {
  const transport = soap.attributes.get('transport') ?? ''
  return (
    /^https?:/i.test(address) || transport === '' || /\/(?:soap\/http|bindings\/HTTP)\/?$/.test(transport)
  )
}
