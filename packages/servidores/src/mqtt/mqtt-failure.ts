import { lookUp } from '@div/contract'
import { classifySocket, codeOf, type Fallo, quoteWords } from '../sql/failure.ts'

/** Reason codes of MQTT 5.0 (2.4), and below 6 the return codes of a CONNACK of 3.1.1 (3.2.2.3). */
const REASONS: Readonly<Record<string, string>> = {
  '1': 'no habla esa versión de MQTT',
  '2': 'no admite el nombre del cliente',
  '3': 'no atiende ahora',
  '4': 'el usuario o la contraseña no son correctos',
  '5': 'el usuario no tiene permiso',
  '128': 'no dice por qué no lo hace',
  '131': 'no lo admite',
  '132': 'no habla esa versión de MQTT',
  '134': 'el usuario o la contraseña no son correctos',
  '135': 'el usuario no tiene permiso',
  '136': 'no atiende ahora',
  '137': 'está ocupado',
  '138': 'no admite a este cliente',
  '144': 'no admite ese tema',
  '149': 'el mensaje es demasiado grande',
  '151': 'el cliente pasó su cuota',
  '153': 'el contenido no es del formato que dice',
  '154': 'no retiene mensajes',
  '155': 'no admite esa calidad',
}

/** Nothing was done, and it may well be a moment later. */
const RETRYABLE = new Set(['3', '136', '137'])

/** What the driver's error means; null: neither the server nor the socket said it. */
export function classifyMqtt(cause: unknown): Fallo | null {
  if (!(cause instanceof Error)) return null
  const codigoNativo = codeOf(cause)
  const socket = classifySocket(codigoNativo)
  if (socket) return socket
  if (/^\d+$/.test(codigoNativo))
    return {
      clase: 'rechazo',
      motivo: lookUp(REASONS, codigoNativo) ?? `dijo: ${quoteWords(cause.message)}`,
      codigoNativo,
      reintentable: RETRYABLE.has(codigoNativo),
    }
  if (cause.name === 'ErrorWithSubackPacket')
    return {
      clase: 'rechazo',
      motivo: `no deja leer ese tema: ${quoteWords(cause.message)}`,
      codigoNativo: 'SUBACK',
      reintentable: false,
    }
  if (/^connack timeout|^Keepalive timeout/i.test(cause.message))
    return {
      clase: 'perdida',
      motivo: 'no contestó a tiempo',
      codigoNativo: 'ETIMEDOUT',
      reintentable: false,
    }
  if (/clos|disconnect/i.test(cause.message))
    return { clase: 'perdida', motivo: 'cerró la conexión', codigoNativo: 'CERRADA', reintentable: false }
  return null
}
