import { lookUp } from '@div/contract'
import { classifySocket, codeOf, type Fallo, motivoOf, quoteWords } from '../sql/failure.ts'

/** By the response code of a refusal (RFC 5530, 3; RFC 3501, 7.1). */
const RESPONSES: Readonly<Record<string, string>> = {
  UNAVAILABLE: 'no atiende ahora',
  AUTHENTICATIONFAILED: 'el usuario o la contraseña no son correctos',
  EXPIRED: 'la contraseña venció',
  PRIVACYREQUIRED: 'pide que la conexión se cifre',
  NOPERM: 'el usuario no tiene permiso',
  INUSE: 'otro usa el buzón',
  LIMIT: 'pasa de un límite suyo: ',
  OVERQUOTA: 'el buzón está lleno',
  NONEXISTENT: 'no existe esa carpeta',
  TRYCREATE: 'no existe la carpeta de destino',
  ALREADYEXISTS: 'ya existe',
}

/** Nothing was done, and it may well be a moment later. */
const RETRYABLE = new Set(['UNAVAILABLE', 'INUSE'])

/** By the code that the driver gives: the connection is gone, or was never there. */
const LOST: Readonly<Record<string, string>> = {
  NoConnection: 'cerró la conexión',
  EConnectionClosed: 'cerró la conexión',
  StateLogout: 'cerró la conexión',
  ClosedAfterConnectText: 'cerró la conexión',
  ClosedAfterConnectTLS: 'cerró la conexión',
  CONNECT_TIMEOUT: 'no contestó a tiempo',
  GREETING_TIMEOUT: 'no contestó a tiempo',
  UPGRADE_TIMEOUT: 'no contestó a tiempo',
  ETIMEOUT: 'no contestó a tiempo',
  STARTTLS_INJECTION: 'dijo algo antes de cifrar la conexión',
}

/** What the driver's error means; null: neither the server nor the socket said it. */
export function classifyImap(cause: unknown): Fallo | null {
  if (!(cause instanceof Error)) return null
  const codigoNativo = codeOf(cause)
  const socket = classifySocket(codigoNativo)
  if (socket) return socket
  const lost = lookUp(LOST, codigoNativo)
  if (lost !== undefined) return { clase: 'perdida', motivo: lost, codigoNativo, reintentable: false }
  const message = textOf(cause, 'responseText') || cause.message
  const response = textOf(cause, 'serverResponseCode')
  if ('authenticationFailed' in cause && cause.authenticationFailed === true && response === '')
    return rechazo('AUTHENTICATIONFAILED', 'el usuario o la contraseña no son correctos')
  if (response === '' && textOf(cause, 'responseStatus') === '') {
    return /STARTTLS/.test(cause.message) ? rechazo('STARTTLS', 'no ofrece STARTTLS') : null
  }
  const motivo = motivoOf(RESPONSES, response, { detail: undefined, message })
  return rechazo(response || 'NO', motivo ?? `dijo: ${quoteWords(message)}`)
}

function rechazo(codigoNativo: string, motivo: string): Fallo {
  return { clase: 'rechazo', motivo, codigoNativo, reintentable: RETRYABLE.has(codigoNativo) }
}

function textOf(cause: Error, name: string): string {
  const value: unknown = Reflect.get(cause, name)
  return typeof value === 'string' ? value : ''
}
