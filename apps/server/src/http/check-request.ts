import type { IncomingMessage } from 'node:http'
import { type AppError, CodificacionNoAdmitida, PeticionMalFormada } from '@div/contract'

/** Whether a request of HTTP/1.1 says which host it is for, as it must (RFC 9112, 3.2). */
export function namesItsHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host !== undefined || httpVersion === '1.0'
}

export function hostMissing(): AppError {
  return new PeticionMalFormada(undefined, {
    errores: [{ campo: 'Host', mensaje: 'Falta la cabecera Host.' }],
  })
}

/** A request has a body when it says so (RFC 9112, 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined
}

/** Bodies are read as they are: one that is compressed says so, and is not guessed at. Throws CodificacionNoAdmitida. */
export function refuseEncoded({ headers }: IncomingMessage): void {
  const codificacion = headers['content-encoding']
  if (codificacion === undefined || codificacion === '' || codificacion.toLowerCase() === 'identity') return
  throw new CodificacionNoAdmitida({ codificacion })
}
