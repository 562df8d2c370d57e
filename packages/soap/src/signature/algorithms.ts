/** What a signature may be made with, and nothing else (security rule 17): no SHA-1, no transform that leaves anything out. */
export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
export const SHA_256 = 'http://www.w3.org/2001/04/xmlenc#sha256'

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'

export const DIGESTS: ReadonlySet<string> = new Set([SHA_256, 'http://www.w3.org/2001/04/xmlenc#sha512'])

/** Each with the kind of key that makes it: a certificate of another kind verifies none of it. */
export const SIGNATURES: ReadonlyMap<string, 'rsa' | 'ec'> = new Map([
  [`${MORE}rsa-sha256`, 'rsa'],
  [`${MORE}rsa-sha512`, 'rsa'],
  [`${MORE}ecdsa-sha256`, 'ec'],
  [`${MORE}ecdsa-sha384`, 'ec'],
  [`${MORE}ecdsa-sha512`, 'ec'],
])

/** With a key of this kind what is sent is signed; undefined: with no such key. */
export function signatureFor(keyType: string | undefined): string | undefined {
  return [...SIGNATURES].find(([, kind]) => kind === keyType)?.[0]
}

export const XML_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'

/** X.509 Token Profile 1.0, 3. */
export const X509_V3 = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3'
