import type { EventoDeChat, Mensaje } from '@div/contract'

/** The messages after an event of the answer `respuestaId`; null: it is told by `inicio`. */
export function applyEvento(
  mensajes: readonly Mensaje[],
  evento: EventoDeChat,
  respuestaId: string | null,
): readonly Mensaje[] {
  if (evento.tipo === 'inicio') {
    const { pregunta, respuesta } = evento
    const before = mensajes.filter(({ orden }) => orden < (pregunta ?? respuesta).orden)
    return [...before, ...(pregunta ? [pregunta] : []), respuesta]
  }
  return mensajes.map((mensaje) => (mensaje.id === respuestaId ? changed(mensaje, evento) : mensaje))
}

function changed(mensaje: Mensaje, evento: Exclude<EventoDeChat, { tipo: 'inicio' }>): Mensaje {
  switch (evento.tipo) {
    case 'modelo':
      return { ...mensaje, modelo: evento.modelo }
    case 'texto':
      return { ...mensaje, texto: mensaje.texto.slice(0, evento.desde) + evento.texto }
    case 'pieza':
      return { ...mensaje, piezas: [...mensaje.piezas, evento.pieza] }
    case 'error':
      return mensaje
    case 'fin':
      return evento.mensaje
  }
}

/** As it is before what is told again from its beginning on: everything but the text. */
export function beforeFollowing(mensajes: readonly Mensaje[], respuestaId: string): readonly Mensaje[] {
  return mensajes.map((mensaje) => (mensaje.id === respuestaId ? { ...mensaje, piezas: [] } : mensaje))
}
