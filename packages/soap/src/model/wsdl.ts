import type { ElementDecl, QName, XmlSchema, XmlType } from './schema.ts'

/*
 * What a WSDL 1.1 document says of its SOAP ports (https://www.w3.org/TR/wsdl), with messages, port types and bindings put together:
 * an operation has all that calling or answering it needs.
 */

export interface Wsdl {
  targetNamespace: string
  services: readonly Service[]
  schema: XmlSchema
  /** What was not taken and why, in Spanish: ports of other protocols, parts that nothing declares. */
  avisos: readonly string[]
}

export interface Service {
  name: QName
  documentation?: string
  ports: readonly Port[]
}

export interface Port {
  name: string
  /** As the document gives it. */
  address: string
  version: SoapVersion
  operations: readonly WsdlOperation[]
}

export type SoapVersion = '1.1' | '1.2'

export interface WsdlOperation {
  name: string
  documentation?: string
  /** Empty: none. */
  soapAction: string
  style: 'document' | 'rpc'
  input: WsdlMessage
  /** Null: one-way. */
  output: WsdlMessage | null
  faults: readonly WsdlFault[]
}

export interface WsdlMessage {
  use: 'literal' | 'encoded'
  /** Of the element around the parts of an rpc message (WSDL 1.1, 3.5). */
  namespace: string
  encodingStyle?: string
  /** In their order in the body; of a wrapped document message one. */
  parts: readonly WsdlPart[]
  headers: readonly WsdlHeader[]
  /** The one part is an element named as the operation (or with Response) that holds a sequence: its children are the arguments. */
  wrapped: boolean
  /** Parts that travel beside the envelope (WSDL 1.1, 5; SOAP with Attachments). */
  attachments: readonly { part: string; contentTypes: readonly string[] }[]
  /** `wsaw:Action` or `wsam:Action`, where it is given. */
  action?: string
}

/** Of a document message `element`, of an rpc message `type`; rpc parts that name an element have its type. */
export type WsdlPart = { name: string; element: ElementDecl } | { name: string; type: XmlType }

export interface WsdlHeader {
  part: WsdlPart
  use: 'literal' | 'encoded'
}

export interface WsdlFault {
  name: string
  /** What stands in the detail; absent where the document declares none. */
  part?: WsdlPart
}
