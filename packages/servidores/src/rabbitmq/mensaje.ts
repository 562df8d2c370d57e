import type { ConsumeMessage, GetMessage } from 'amqplib'
import { plain } from '../encode.ts'

/** What a message tells beside what it brings. */
export function describeMensaje({
  fields,
  properties,
}: GetMessage | ConsumeMessage): Record<string, unknown> {
  const { messageId, correlationId, replyTo, contentType, type, timestamp, headers } = properties
  return {
    exchange: fields.exchange,
    clave: fields.routingKey,
    reentregado: fields.redelivered,
    idMensaje: messageId ?? null,
    idCorrelacion: correlationId ?? null,
    responderA: replyTo ?? null,
    tipoContenido: contentType ?? null,
    tipo: type ?? null,
    fecha: typeof timestamp === 'number' ? new Date(timestamp * 1_000).toISOString() : null,
    cabeceras: plain(headers ?? {}),
  }
}
