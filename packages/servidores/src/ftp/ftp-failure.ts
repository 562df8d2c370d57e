import { lookUp } from '@div/contract'
import { classifySocket, codeOf, type Fallo, quoteWords } from '../sql/failure.ts'

/** By the number of the reply (RFC 959, 4.2.1; RFC 4217, 12). One that ends in a colon goes on with the server's own words, which alone say why. */
const REPLIES: Readonly<Record<string, string>> = {
  '425': 'no pudo abrir la conexión de datos: ',
  '426': 'cortó la transferencia: ',
  '450': 'el archivo no está disponible ahora: ',
  '451': 'no pudo hacerlo: ',
  '452': 'no tiene sitio: ',
  '500': 'no entendió la orden: ',
  '502': 'no admite esa operación: ',
  '522': 'pide otra sesión de TLS para los datos: ',
  '530': 'el usuario o la contraseña no son correctos, o no le deja entrar: ',
  '532': 'pide una cuenta: ',
  '534': 'pide otra seguridad: ',
  '550': 'no existe o el usuario no tiene permiso: ',
  '552': 'no tiene sitio: ',
  '553': 'no admite ese nombre: ',
}

/** What was under way when the connection went, and what the driver then refuses to send. */
const GONE = /^Client is closed|^User closed client|^Server sent FIN|^None of the available|closed|^Timeout/i

/** What the driver's error means; null: neither the server nor the socket said it. */
export function classifyFtp(cause: unknown): Fallo | null {
  if (!(cause instanceof Error)) return null
  const codigoNativo = codeOf(cause)
  const socket = classifySocket(codigoNativo)
  if (socket) return socket
  if (/^\d{3}$/.test(codigoNativo)) {
    // The server hangs up after it (RFC 959, 4.2.2).
    if (codigoNativo === '421') return perdida(codigoNativo, `no atiende ahora: ${wordsOf(cause)}`)
    const motivo = `${lookUp(REPLIES, codigoNativo) ?? `contestó ${codigoNativo}: `}${wordsOf(cause)}`
    return { clase: 'rechazo', motivo, codigoNativo, reintentable: false }
  }
  if (codigoNativo.startsWith('ERR_SSL_') || codigoNativo.startsWith('ERR_TLS_'))
    return perdida(codigoNativo, 'no se pudo cifrar la conexión')
  if (/^PASV returned another host/.test(cause.message))
    return perdida('PASV', 'manda buscar los datos a otro equipo')
  return GONE.test(cause.message) ? perdida('CERRADA', 'cerró la conexión') : null
}

function perdida(codigoNativo: string, motivo: string): Fallo {
  return { clase: 'perdida', motivo, codigoNativo, reintentable: false }
}

/** The driver writes the number before the server's words. */
function wordsOf({ message }: Error): string {
  return quoteWords(message.replace(/^\d{3}[ -]/, ''))
}
