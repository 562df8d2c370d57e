/** What a signature may be made with, and nothing else (security rule 17): no SHA-1, no transform that leaves anything out. */
export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
export const SHA_256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
export const RSA_SHA_256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

export const DIGESTS: ReadonlySet<string> = new Set([SHA_256, 'http://www.w3.org/2001/04/xmlenc#sha512'])
export const SIGNATURES: ReadonlySet<string> = new Set([
  RSA_SHA_256,
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
])

export const XML_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'

/** X.509 Token Profile 1.0, 3. */
export const X509_V3 = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3'
