/** One who speaks in a conversation with a model. */
export interface MensajeDeConversacion {
  rol: 'usuario' | 'asistente'
  texto: string
}

/** What a model is asked to go on with. */
export interface PeticionDeConversacion {
  /** Empty: the one of the servidor. */
  modelo: string
  instrucciones: string
  /** In their order; the last one is the user's. */
  mensajes: readonly MensajeDeConversacion[]
  maxTokens: number
}

/** What of an answer is known next: who answers, then what it says, then how it ended. */
export type PiezaDeRespuesta =
  | { tipo: 'modelo'; modelo: string }
  | { tipo: 'texto'; texto: string }
  | {
      tipo: 'fin'
      /** `longitud`: it had more to say than it was given room for. */
      motivo: 'completo' | 'longitud' | 'otro'
      /** Null: the service does not tell. */
      tokens: { entrada: number | null; salida: number | null }
    }
