import { createHash, randomBytes } from 'node:crypto'

const OASIS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss'

/** A header of WS-Security for who answers. */
export function security(content: string): string {
  return `<w:Security xmlns:w="${OASIS}-wssecurity-secext-1.0.xsd" xmlns:wsu="${OASIS}-wssecurity-utility-1.0.xsd" s:mustUnderstand="1">${content}</w:Security>`
}

export function usernameToken(usuario: string, password: string, rest = ''): string {
  return security(`<w:UsernameToken><w:Username>${usuario}</w:Username>${password}${rest}</w:UsernameToken>`)
}

export function digestToken(
  contrasena: string,
  { created = new Date(), nonce = randomBytes(16) } = {},
): string {
  const type = `${OASIS}-username-token-profile-1.0#PasswordDigest`
  const when = created.toISOString()
  const digest = createHash('sha1').update(nonce).update(when).update(contrasena).digest('base64')
  return usernameToken(
    'ana',
    `<w:Password Type="${type}">${digest}</w:Password>`,
    `<w:Nonce>${nonce.toString('base64')}</w:Nonce><wsu:Created>${when}</wsu:Created>`,
  )
}
