import { createHash, X509Certificate } from 'node:crypto'
import type { Envelope } from '../envelope/envelope.ts'
import { findSecurity } from '../envelope/security.ts'
import { SECURITY_UTILITY } from '../xml/namespaces.ts'
import { readTree, type TreeRules, type XmlNode } from '../xml/read-tree.ts'
import { DIGESTS, EXCLUSIVE, SIGNATURES } from './algorithms.ts'
import { cutSignature, ID, readSignature } from './read-signature.ts'
import { openSignedXml } from './signed-xml.ts'

export interface SignatureRules extends TreeRules {
  /** Certificates that may sign, and authorities whose may. */
  trusted: readonly X509Certificate[]
  nowMs: number
}

export interface Verified {
  /** As it was signed: nothing else of the message counts. */
  body: XmlNode
  /** Those header blocks that were signed, as they were. */
  headers: readonly XmlNode[]
  timestamp: { created: string | null; expires: string | null }
  /** Who signed: the fingerprint of the certificate. */
  signer: string
  /** The same signature is the same message. */
  value: string
}

/**
 * That the body of a message and its Timestamp were signed by whom is trusted (WS-Security 1.0, 8). What is answered is what the verifier
 * returned, read anew (security rule 17): whatever else stands in the message was wrapped around it.
 */
export async function verifySignature(
  text: string,
  { root, envelope }: { root: XmlNode; envelope: Envelope },
  rules: SignatureRules,
): Promise<Verified> {
  const { refuse } = rules
  const security = findSecurity(envelope, refuse)
  if (!security) return refuse('el mensaje no está firmado')
  const claims = readSignature(root, security, refuse)
  const certificate = chooseCertificate(claims.certificate, rules)
  if (SIGNATURES.get(claims.algorithm) !== certificate.publicKey.asymmetricKeyType)
    return refuse('la firma no es de la clase de clave de su certificado')
  const signed = await checkSignature(text, certificate, rules)
  const nodes = signed.map((each) => readTree(each, rules))
  const signedAs = (place: XmlNode | undefined): XmlNode | undefined => {
    const id = place?.attributes.get(ID)
    if (!place || id === undefined || !claims.ids.includes(id)) return undefined
    return nodes.find(
      (node) => node.local === place.local && node.uri === place.uri && node.attributes.get(ID) === id,
    )
  }
  const verified = (place: XmlNode | undefined, what: string): XmlNode =>
    signedAs(place) ?? refuse(`${what} no está firmado`)
  const stamp = security.children.find(({ local, uri }) => local === 'Timestamp' && uri === SECURITY_UTILITY)
  const timestamp = verified(stamp, 'el Timestamp')
  const textIn = (local: string) =>
    timestamp.children.find((child) => child.local === local)?.text.trim() ?? null
  return {
    body: verified(envelope.body, 'el Body'),
    headers: envelope.headers.flatMap((header) => signedAs(header) ?? []),
    timestamp: { created: textIn('Created'), expires: textIn('Expires') },
    signer: certificate.fingerprint256,
    // Not its text: the same bytes may be spelled in many ways.
    value: createHash('sha256').update(signed.join('\0')).digest('base64'),
  }
}

function chooseCertificate(
  given: string | null,
  { trusted, nowMs, refuse }: SignatureRules,
): X509Certificate {
  const certificate = given === null ? onlyOf(trusted) : parseCertificate(given)
  if (!certificate) return refuse('no se entiende con qué certificado está firmado')
  const vouching = trusted.filter(
    (each) =>
      each.fingerprint256 === certificate.fingerprint256 ||
      (each.ca && certificate.checkIssued(each) && certificate.verify(each.publicKey)),
  )
  if (vouching.length === 0) return refuse('no se confía en el certificado que lo firma')
  // An authority whose time is over vouches for nobody (RFC 5280, 6.1.3).
  const isCurrent = isWithin(certificate, nowMs) && vouching.some((each) => isWithin(each, nowMs))
  return isCurrent ? certificate : refuse('el certificado que lo firma, o el de su autoridad, está vencido')
}

const isWithin = ({ validFrom, validTo }: X509Certificate, nowMs: number) =>
  Date.parse(validFrom) <= nowMs && nowMs <= Date.parse(validTo)

function onlyOf(trusted: readonly X509Certificate[]): X509Certificate | null {
  const [first, ...others] = trusted
  return first && others.length === 0 ? first : null
}

function parseCertificate(base64: string): X509Certificate | null {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    // Whatever it is, it signs nothing.
    return null
  }
}

/** The signed parts in their canonical form. */
async function checkSignature(
  text: string,
  certificate: X509Certificate,
  rules: SignatureRules,
): Promise<string[]> {
  const verifier = await openSignedXml({ publicCert: certificate.toString() })
  verifier.getCertFromKeyInfo = () => null
  keepOnly(verifier.CanonicalizationAlgorithms, (name) => name === EXCLUSIVE)
  keepOnly(verifier.HashAlgorithms, (name) => DIGESTS.has(name))
  try {
    verifier.loadSignature(cutSignature(text, rules))
    if (verifier.checkSignature(text)) return verifier.getSignedReferences()
  } catch (cause) {
    // It throws for what does not hold; why is of use only to whoever made it.
    return rules.refuse('la firma no corresponde al mensaje', cause)
  }
  return rules.refuse('la firma no corresponde al mensaje')
}

function keepOnly(algorithms: Record<string, unknown>, isAllowed: (name: string) => boolean): void {
  for (const name of Object.keys(algorithms)) if (!isAllowed(name)) delete algorithms[name]
}
