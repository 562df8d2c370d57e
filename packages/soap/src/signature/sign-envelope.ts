import { type KeyObject, X509Certificate } from 'node:crypto'
import { ADDRESSING, SECURITY } from '../xml/namespaces.ts'
import { EXCLUSIVE, SHA_256, signatureFor, X509_V3 } from './algorithms.ts'
import { openSignedXml } from './signed-xml.ts'

export interface Signer {
  certificado: X509Certificate
  clave: KeyObject
}

/** As `writeSecurity` names the certificate in the message. */
export const CERTIFICATE_ID = 'X509-1'

const BODY = "/*/*[local-name(.)='Body']"
const HEADER = "/*/*[local-name(.)='Header']/*[local-name(.)='Security']"
const ADDRESSES = `/*/*[local-name(.)='Header']/*[namespace-uri(.)='${ADDRESSING}']`
const TIMESTAMP = `${HEADER}/*[local-name(.)='Timestamp']`

/**
 * An envelope whose header of security holds a Timestamp and the certificate, with both and its body signed (WS-Security 1.0, 8), and what
 * it says of itself by WS-Addressing too.
 */
export async function signEnvelope(text: string, { clave }: Pick<Signer, 'clave'>): Promise<string> {
  const signer = await openSignedXml({
    privateKey: clave,
    signatureAlgorithm: signatureFor(clave.asymmetricKeyType) ?? '',
    canonicalizationAlgorithm: EXCLUSIVE,
    getKeyInfoContent: () =>
      `<wsse:SecurityTokenReference xmlns:wsse="${SECURITY}"><wsse:Reference URI="#${CERTIFICATE_ID}" ValueType="${X509_V3}"/></wsse:SecurityTokenReference>`,
  })
  const common = { transforms: [EXCLUSIVE], digestAlgorithm: SHA_256 }
  // Prefixes within values, as of xsi:type, are used by nothing that the canonical form sees.
  signer.addReference({ ...common, xpath: BODY, inclusiveNamespacesPrefixList: prefixesOf(text) })
  signer.addReference({ ...common, xpath: TIMESTAMP })
  // An expression that finds nothing would be an error.
  if (text.includes(ADDRESSING)) signer.addReference({ ...common, xpath: ADDRESSES })
  signer.computeSignature(text, { prefix: 'ds', location: { reference: HEADER, action: 'append' } })
  return signer.getSignedXml()
}

/** Those that its first tag declares. */
function prefixesOf(text: string): string[] {
  const begin = text.indexOf('<', text.indexOf('?>') + 2)
  const tag = text.slice(begin, text.indexOf('>', begin))
  return [...tag.matchAll(/\sxmlns:([\w.-]+)=/g)].flatMap(([, prefix]) => prefix ?? [])
}

/** Whether messages can be signed with it: RSA, or one of an elliptic curve. */
export function canSign({ asymmetricKeyType }: KeyObject): boolean {
  return signatureFor(asymmetricKeyType) !== undefined
}

/** One or more certificates in PEM. Throws what the parser throws for text that is none. */
export function parseCertificates(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  return blocks.map((block) => new X509Certificate(block))
}
