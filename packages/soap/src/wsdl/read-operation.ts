import type { WsdlFault, WsdlOperation } from '../model/wsdl.ts'
import type { XmlNode } from '../xml/read-tree.ts'
import { type Named, wsdlChild, wsdlChildren } from './named-parts.ts'
import { messagePart, readMessage } from './read-message.ts'
import { soapChild } from './soap-extensions.ts'
import { type WsdlContext, wsdlDocumentation } from './wsdl-context.ts'

type Style = WsdlOperation['style']

/** Of every operation of a binding that the port type has too; others are told of. */
export function readOperations(
  { binding, portType, style }: { binding: Named; portType: Named; style: Style },
  context: WsdlContext,
): WsdlOperation[] {
  const abstract = Map.groupBy(wsdlChildren(portType.node, 'operation'), nameOf)
  const met = new Map<string, number>()
  return wsdlChildren(binding.node, 'operation').flatMap((concrete) => {
    const name = nameOf(concrete)
    const candidates = abstract.get(name) ?? []
    const index = met.get(name) ?? 0
    met.set(name, index + 1)
    const match = candidates.length > 1 ? overloadOf(concrete, candidates) : candidates[0]
    const operation = match ?? candidates[index]
    if (!operation) {
      context.avisos.add(`La operación ${name} de ${binding.name} no está en ${portType.name}.`)
      return []
    }
    return readOperation({ concrete, abstract: operation, binding, style }, context)
  })
}

/** WSDL 1.1, 2.5: operations of one name are told apart by the names of their messages. */
function overloadOf(concrete: XmlNode, candidates: readonly XmlNode[]): XmlNode | undefined {
  const inputOf = (operation: XmlNode) => wsdlChild(operation, 'input')?.attributes.get('name')
  const input = inputOf(concrete)
  return input === undefined ? undefined : candidates.find((each) => inputOf(each) === input)
}

function readOperation(
  parts: { concrete: XmlNode; abstract: XmlNode; binding: Named; style: Style },
  context: WsdlContext,
): WsdlOperation[] {
  const { concrete, abstract, binding } = parts
  const name = nameOf(abstract)
  const input = wsdlChild(abstract, 'input')
  const output = wsdlChild(abstract, 'output')
  // WS-I R2303: the other side would have to begin (WSDL 1.1, 2.4.3 and 2.4.4).
  if (!input || (output && abstract.children.indexOf(output) < abstract.children.indexOf(input))) {
    context.avisos.add(`La operación ${name} no se toma: la empieza el otro lado.`)
    return []
  }
  const soap = soapChild(concrete, 'operation')
  const own = soap?.attributes.get('style')
  const style = own === 'rpc' || own === 'document' ? own : parts.style
  const common = { style, targetNamespace: binding.namespace }
  return [
    {
      name,
      ...wsdlDocumentation(abstract, concrete),
      soapAction: soap?.attributes.get('soapAction')?.trim() ?? '',
      style,
      input: readMessage(
        { ...common, abstract: input, concrete: wsdlChild(concrete, 'input'), wrapper: name },
        context,
      ),
      output: output
        ? readMessage(
            {
              ...common,
              abstract: output,
              concrete: wsdlChild(concrete, 'output'),
              wrapper: `${name}Response`,
            },
            context,
          )
        : null,
      faults: wsdlChildren(abstract, 'fault').map((fault) => readFault(fault, context)),
    },
  ]
}

function readFault(fault: XmlNode, context: WsdlContext): WsdlFault {
  const message = context.messages.find(fault.attributes.get('message'), fault)
  const part = message && messagePart(message, undefined, context)
  return { name: nameOf(fault), ...(part && { part }) }
}

function nameOf(node: XmlNode): string {
  return node.attributes.get('name')?.trim() ?? ''
}
