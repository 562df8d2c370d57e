import { isCredentialHeader } from '@div/contract'

/** Besides those that headers have; anywhere in a name. */
const PARTS = [
  'privatekey',
  'passphrase',
  'contrasena',
  'clave',
  'llave',
  'firma',
  'signature',
  'bearer',
  'session',
  'sessid',
  'sesion',
  'jwt',
  'hmac',
]
/** Only as a whole name. */
const WHOLE = ['code', 'auth', 'pwd', 'pass', 'pin', 'otp', 'sig', 'sid']

/** Whether what goes by this name may prove who calls, whatever its writing: `api_key`, `X-Api-Key`, `contraseña`. */
export function namesCredential(nombre: string): boolean {
  const plain = nombre
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '')
  // X-Functions-Key, X-Master-Key: whose key it is each service says in its own way.
  if (plain.endsWith('key')) return true
  return isCredentialHeader(plain) || WHOLE.includes(plain) || PARTS.some((part) => plain.includes(part))
}
