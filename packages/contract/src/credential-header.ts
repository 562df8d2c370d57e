/** Names that systems use for what proves who calls: Authorization, Cookie, X-API-Key, Ocp-Apim-Subscription-Key, X-Auth-Token … */
const CREDENTIAL = /authorization|cookie|token|secret|passw|credential|(?:api|access|subscription|auth)-?key/i

export function isCredentialHeader(nombre: string): boolean {
  return CREDENTIAL.test(nombre)
}
