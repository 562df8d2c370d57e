import type { EjecucionDeAgente, EventoDeAgente, PasoDeAgente } from '@div/contract'

/** A run as far as it is known. */
export interface EjecucionVista {
  /** Null: it has not begun. */
  id: string | null
  mensaje: string
  conversacionId: string | null
  pasos: readonly PasoDeAgente[]
  /** What the model says now. */
  texto: string
  /** Null: it goes on. */
  final: EjecucionDeAgente | null
}

export function beginVista(mensaje: string): EjecucionVista {
  return { id: null, mensaje, conversacionId: null, pasos: [], texto: '', final: null }
}

export function vistaOf(ejecucion: EjecucionDeAgente): EjecucionVista {
  const { id, mensaje, conversacionId, pasos, estado } = ejecucion
  return { id, mensaje, conversacionId, pasos, texto: '', final: estado === 'ejecutando' ? null : ejecucion }
}

export function applyEvento(vista: EjecucionVista, evento: EventoDeAgente): EjecucionVista {
  switch (evento.tipo) {
    case 'inicio':
      return { ...vista, id: evento.ejecucionId, conversacionId: evento.conversacionId, final: null }
    case 'texto':
      return { ...vista, texto: vista.texto + evento.texto }
    case 'paso': {
      const pasos = [...vista.pasos]
      pasos[evento.lugar] = evento.paso
      // What the model has said stands in its step now.
      return { ...vista, pasos, texto: evento.paso.tipo === 'modelo' ? '' : vista.texto }
    }
    case 'fin':
      return vistaOf(evento.ejecucion)
  }
}

/** What waits for a person. */
export function listPendientes({ pasos, final }: EjecucionVista): readonly string[] {
  if (final?.estado !== 'espera') return []
  return pasos.flatMap((paso) => (paso.tipo === 'capacidad' && paso.estado === 'espera' ? [paso.id] : []))
}
