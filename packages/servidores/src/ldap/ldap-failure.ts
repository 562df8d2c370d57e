import { classifySocket, codeOf, type Fallo, motivoOf, quoteWords } from '../sql/failure.ts'

/** By the result code of an answer (RFC 4511, appendix A). */
const RESULTS: Readonly<Record<string, string>> = {
  '2': 'no admite esa operación: ',
  '3': 'no terminó en el tiempo que da',
  '4': 'encontró más entradas de las que deja leer',
  '7': 'no admite esa forma de iniciar sesión',
  '8': 'pide una sesión más segura',
  '10': 'remite a otro servidor',
  '11': 'pasa de lo que su administrador permite',
  '12': 'no admite lo que se le pide: ',
  '13': 'pide que la conexión se cifre',
  '16': 'la entrada no tiene ese atributo: ',
  '17': 'no conoce ese atributo: ',
  '18': 'no admite esa comparación: ',
  '19': 'un valor no cumple lo que pide el atributo: ',
  '20': 'la entrada ya tiene ese atributo o valor: ',
  '21': 'un valor no es del tipo de su atributo: ',
  '32': 'no existe esa entrada',
  '34': 'el DN no está bien escrito',
  '48': 'no admite al usuario así',
  '49': 'el usuario o la contraseña no son correctos',
  '50': 'el usuario no tiene permiso',
  '51': 'está ocupado',
  '52': 'no atiende ahora',
  '53': 'no quiere hacerlo: ',
  '64': 'la entrada no puede llamarse así: ',
  '65': 'faltan o sobran atributos para su clase: ',
  '66': 'la entrada tiene otras por debajo',
  '67': 'ese atributo es de su nombre: renómbrela',
  '68': 'ya existe esa entrada',
  '69': 'la clase de una entrada no se cambia así',
}

/** Nothing was done, and it may well be a moment later. */
const RETRYABLE = new Set(['51', '52'])

/** What the driver's error means; null: neither the server nor the socket said it. */
export function classifyLdap(cause: unknown): Fallo | null {
  if (!(cause instanceof Error)) return null
  const { message } = cause
  const codigoNativo = codeOf(cause)
  const socket = classifySocket(codigoNativo)
  if (socket) return socket
  if (/^\d+$/.test(codigoNativo)) {
    const words = message.replace(/\s*Code: 0x[0-9a-f]+$/i, '')
    const motivo =
      motivoOf(RESULTS, codigoNativo, { detail: undefined, message: words }) ?? `dijo: ${quoteWords(words)}`
    return { clase: 'rechazo', motivo, codigoNativo, reintentable: RETRYABLE.has(codigoNativo) }
  }
  return /^(?:Connection closed|Socket error|Socket connection not established|left)/.test(message)
    ? { clase: 'perdida', motivo: 'cerró la conexión', codigoNativo: 'CERRADA', reintentable: false }
    : null
}
