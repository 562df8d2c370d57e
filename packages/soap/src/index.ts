export { type Codec, type CodecRules, createCodec, type ElementCodec } from './codec/codec.ts'
export { compileDirectMessages, type DirectMessageCodec } from './codec/direct-message.ts'
export { type Field, listFields } from './codec/fields.ts'
export { compileMessage, type MessageCodec } from './codec/message.ts'
export {
  type Addressing,
  faultActionOf,
  readAddressing,
  writeAddressing,
  writeCallAddressing,
} from './envelope/addressing.ts'
export { Attachments } from './envelope/attachments.ts'
export {
  contentTypeOf,
  type Envelope,
  findHeaders,
  isBody,
  listNotUnderstood,
  readEnvelope,
  writeEnvelope,
  writeNotUnderstood,
  writeUpgrade,
} from './envelope/envelope.ts'
export { type Fault, type FaultCode, faultStatusOf, readFault, writeFault } from './envelope/fault.ts'
export { KnownOpenings } from './envelope/known-openings.ts'
export { attachParts, namedPart, parameterOf, readMultipart } from './envelope/multipart.ts'
export { readDirect } from './envelope/read-direct.ts'
export {
  checkTimes,
  matchesDigest,
  NONCE_MEMORY_MS,
  type PasswordDigest,
  readSecurity,
  type Security,
  type UsernameToken,
  writeSecurity,
} from './envelope/security.ts'
export type {
  AnyParticle,
  AttributeDecl,
  AttributeUse,
  BuiltIn,
  ComplexType,
  Content,
  ElementDecl,
  ElementParticle,
  Facets,
  GroupParticle,
  Particle,
  QName,
  SimpleType,
  XmlSchema,
  XmlType,
} from './model/schema.ts'
export { BUILT_INS } from './model/schema.ts'
export type {
  Port,
  Service,
  SoapVersion,
  Wsdl,
  WsdlFault,
  WsdlHeader,
  WsdlMessage,
  WsdlOperation,
  WsdlPart,
} from './model/wsdl.ts'
export { canSign, parseCertificates, type Signer, signEnvelope } from './signature/sign-envelope.ts'
export { type Verified, verifySignature } from './signature/verify-signature.ts'
export {
  describeService,
  faultName,
  type OperacionDescrita,
  type ServicioDescrito,
} from './writer/describe-service.ts'
export { writeSchema } from './writer/write-schema.ts'
export { writeWsdl } from './writer/write-wsdl.ts'
export type { LoadDocument } from './wsdl/load-documents.ts'
export { readWsdl, type WsdlLimits } from './wsdl/read-wsdl.ts'
export { decodeXml } from './xml/decode-xml.ts'
export { ADDRESSING, ADDRESSING_2004, SECURITY } from './xml/namespaces.ts'
export { readTree, type TreeRules, type XmlNode } from './xml/read-tree.ts'
export { ANY_TYPE } from './xsd/built-ins.ts'
