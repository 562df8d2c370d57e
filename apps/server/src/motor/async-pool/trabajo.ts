import type { Consumidor, Flujo, TrazaW3c } from '@div/contract'
import type { FormatoGuardado } from '../publishing/rest/accept.ts'

/** What the queue keeps of an accepted run: all that any worker needs to run it. */
export interface Trabajo {
  procesoId: string
  /** Null: the one that is published when it runs. */
  version: number | null
  canalId: string | null
  tareaId: string | null
  /** The runs of its tarea wait for each other. */
  enOrden?: true
  origen: 'canal' | 'mcp' | 'tarea' | 'prueba' | 'reintento'
  /** As JSON has it; it is coerced again when it runs. */
  entrada: Readonly<Record<string, unknown>>
  /** In which its caller wants the answer. */
  formato: FormatoGuardado
  tiempoMaximoMs: number
  /** Of which its caller told; what it calls goes on with it. */
  traza?: TrazaW3c
  /** Whose calls to models it makes. Absent: of nobody in particular. */
  consumidor?: Consumidor
  /** Its caller waits for the answer. */
  espera?: true
  /** A draft that somebody runs: it has no version. */
  flujo?: Flujo
  /** It begins with what the nodes of an earlier run gave. */
  continua?: true
  /** What it is watched by (`nameTema`). */
  tema?: string
  /** Somebody cancelled it of whom its worker may not have heard. */
  cancelada?: true
  /** Its canal wants to be told how it ended. */
  avisa?: true
}
