import type { PasoDeAgente } from '@div/contract'
import type { LlamadaDeHerramienta, MensajeDeConversacion } from '@div/servidores'
import type { ContextoDeAgente } from './tell-contextos.ts'

/** What a model asked for and what becomes of it. */
export interface UsoEnMarcha {
  llamada: LlamadaDeHerramienta
  /** Its place among the steps. */
  lugar: number
  /** What is to be done with it; `hecho` once the model's answer to it stands in `resultado`. */
  que: 'hacer' | 'confirmar' | 'hecho'
  /** Of the capability that is to be done: what a person is shown, and allows. Absent: there is none. */
  huella?: string
  /** A person has allowed it. */
  confirmado?: boolean
  resultado: string
}

/** All that a run knows of itself: it goes on from here, wherever it stopped. */
export interface EstadoDeEjecucion {
  mensajes: MensajeDeConversacion[]
  /** What it was told before it was asked: the same to its end. Null: nothing yet. */
  contextos: readonly ContextoDeAgente[] | null
  pasos: PasoDeAgente[]
  /** What the model asked for last, in its order. */
  turno: UsoEnMarcha[]
  /** It has read what comes from outside. */
  conDatosAjenos: boolean
  tokens: { entrada: number; salida: number }
  /** Without what it waited for a person. */
  duracionMs: number
}

export function beginEstado(mensajes: readonly MensajeDeConversacion[]): EstadoDeEjecucion {
  return {
    mensajes: [...mensajes],
    contextos: null,
    pasos: [],
    turno: [],
    conDatosAjenos: false,
    tokens: { entrada: 0, salida: 0 },
    duracionMs: 0,
  }
}
