/** What is said in a conversation with a model. */
export type MensajeDeConversacion =
  | {
      rol: 'usuario'
      texto: string
      /** For a model that looks at them. */
      imagenes?: readonly Imagen[]
    }
  | { rol: 'asistente'; texto: string; llamadas?: readonly LlamadaDeHerramienta[] }
  /** What became of a call of the message before it, by its id. */
  | { rol: 'herramienta'; id: string; nombre: string; texto: string }

interface Imagen {
  /** As `image/png`. */
  tipo: string
  datos: Uint8Array
}

/** What a model may ask to be done, by whoever talks with it. */
export interface Herramienta {
  nombre: string
  descripcion: string
  /** Of its arguments, as JSON Schema. */
  esquema: Readonly<Record<string, unknown>>
}

/** What a model asks to be done. Nothing of it was checked: neither that there is such a tool nor what it is given. */
export interface LlamadaDeHerramienta {
  id: string
  nombre: string
  /** A text where it was no JSON. */
  argumentos: unknown
}

/** What a model is asked to go on with. */
export interface PeticionDeConversacion {
  /** Empty: the one of the servidor. */
  modelo: string
  instrucciones: string
  /** In their order; the last one is the user's. */
  mensajes: readonly MensajeDeConversacion[]
  /** Absent: it can only talk. */
  herramientas?: readonly Herramienta[]
  maxTokens: number
  /** JSON Schema that a service which can holds its model to. What comes is text all the same, whose reader relies on nothing. */
  esquema?: object | undefined
}

/** What of an answer is known next: who answers, then what it says, then how it ended. */
export type PiezaDeRespuesta =
  | { tipo: 'modelo'; modelo: string }
  | { tipo: 'texto'; texto: string }
  /** After what it said: it waits for what becomes of it. */
  | ({ tipo: 'herramienta' } & LlamadaDeHerramienta)
  | {
      tipo: 'fin'
      /** `longitud`: it had more to say than it was given room for. `herramientas`: it goes on once its calls are answered. */
      motivo: 'completo' | 'longitud' | 'herramientas' | 'otro'
      /** Null: the service does not tell. */
      tokens: { entrada: number | null; salida: number | null }
    }
