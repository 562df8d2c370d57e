import { lookUp } from '@div/contract'
import { codeOf, type Fallo, quoteWords } from '../sql/failure.ts'

/** By the code that the driver gives: the connection is gone, or was never there. */
const LOST: Readonly<Record<string, string>> = {
  ECONNECTION: 'no se pudo conectar o se cortó la conexión',
  ESOCKET: 'se cortó la conexión',
  ECONNREFUSED: 'nadie escucha en ese puerto',
  ECONNRESET: 'cerró la conexión',
  EPIPE: 'cerró la conexión',
  ETIMEDOUT: 'no contestó a tiempo',
  ETLS: 'no se pudo cifrar la conexión: no ofrece STARTTLS o su certificado no vale',
  EPROTOCOL: 'contestó algo que no es SMTP',
}

/** By the number of the reply (RFC 5321, 4.2.3; RFC 4954, 6). */
const REPLIES: Readonly<Record<number, string>> = {
  421: 'no atiende ahora',
  450: 'el buzón no está disponible ahora',
  451: 'no pudo procesarlo ahora',
  452: 'no tiene sitio',
  530: 'pide usuario y contraseña',
  535: 'el usuario o la contraseña no son correctos',
  550: 'no acepta el buzón',
  552: 'el correo es demasiado grande',
  553: 'no admite esa dirección',
  554: 'rechazó el correo',
}

/** What the driver's error means; null: it is none of a mail server. */
export function classifySmtp(cause: unknown): Fallo | null {
  if (!(cause instanceof Error)) return null
  const codigo = codeOf(cause)
  const reply = 'responseCode' in cause && typeof cause.responseCode === 'number' ? cause.responseCode : null
  if (reply !== null) {
    const words = 'response' in cause ? quoteWords(String(cause.response)) : ''
    return {
      clase: reply === 421 ? 'perdida' : 'rechazo',
      motivo: [REPLIES[reply] ?? `contestó ${reply}`, words].filter((part) => part !== '').join(': '),
      codigoNativo: String(reply),
      // A number of 4xx says that the same may work later, and nothing was sent (RFC 5321, 4.2.1).
      reintentable: reply < 500,
    }
  }
  const lost = lookUp(LOST, codigo)
  if (lost !== undefined) return { clase: 'perdida', motivo: lost, codigoNativo: codigo, reintentable: false }
  if (codigo === 'EAUTH' || codigo === 'ENOAUTH')
    return {
      clase: 'rechazo',
      motivo: `no admite esta forma de iniciar sesión: ${quoteWords(cause.message)}`,
      codigoNativo: codigo,
      reintentable: false,
    }
  return null
}
