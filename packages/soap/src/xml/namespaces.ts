/** Namespaces that messages are made of, besides those of their own schemas. */
export const XML = 'http://www.w3.org/XML/1998/namespace'
export const XSD = 'http://www.w3.org/2001/XMLSchema'
export const WSDL = 'http://schemas.xmlsoap.org/wsdl/'
export const XSI = 'http://www.w3.org/2001/XMLSchema-instance'
/** SOAP 1.1, 5: how values were written before schemas said it. */
export const SOAP_ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/'

/** SOAP 1.1, 1.2 and SOAP 1.2 Part 1, 1.1: the version of a message is the namespace of its envelope. */
export const ENVELOPE = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const

/** WS-Addressing 1.0, and the submission of 2004 that older stacks speak. */
export const ADDRESSING = 'http://www.w3.org/2005/08/addressing'
export const ADDRESSING_2004 = 'http://schemas.xmlsoap.org/ws/2004/08/addressing'

/** WS-I Attachments Profile 1.0, 4.4: the type of what refers to a part beside the envelope. */
export const SWA_REFERENCE = 'http://ws-i.org/profiles/basic/1.1/xsd'

/** WS-Security 1.0: its headers, and Timestamp with what both use. */
export const SECURITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'
export const SECURITY_UTILITY =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'
