import type { JsMsg } from '@nats-io/jetstream'
import { readCabeceras } from './nats-connection.ts'

/** What a message of a stream tells beside what it brings. */
export function describeMensaje(message: JsMsg): Record<string, unknown> {
  return {
    asunto: message.subject,
    secuencia: message.seq,
    entregas: message.info.deliveryCount,
    fecha: message.time.toISOString(),
    cabeceras: readCabeceras(message.headers),
  }
}
