import { createHash } from 'node:crypto'
import type { LlamadaContext } from '@div/contract'
import { z } from 'zod'
import type { IaConnection } from './ia-connection.ts'

/** Who keeps answers of models. Neither fails: without it a model is asked. */
export interface Guardadas {
  /** Undefined: there is none, or none any more. */
  find(clave: string): Promise<unknown>
  keep(clave: string, respuesta: unknown, horas: number): Promise<void>
}

/** Where the answer to one question is looked for before a model is asked, and kept after it. */
export interface Recuerdo {
  find(): Promise<unknown>
  keep(respuesta: unknown): Promise<void>
}

const NINGUNO: Recuerdo = { find: async () => undefined, keep: async () => {} }

const MAX_HORAS = 720

export const GUARDAR_FIELD = z.int().min(0).max(MAX_HORAS).default(0).meta({
  title: 'Guardar la respuesta (horas)',
  description:
    'Lo mismo preguntado otra vez en este tiempo se contesta con lo guardado, sin llamar al modelo ni pagar. 0: no se guarda. Lo que lleva datos secretos no se guarda nunca.',
  avanzado: true,
})

/** `pregunta`: all that the answer depends on. */
export function recuerdoOf(
  { guardadas, huella }: IaConnection,
  { horas, pregunta }: { horas: number; pregunta: readonly unknown[] },
  { secretParametros }: Pick<LlamadaContext, 'secretParametros'>,
): Recuerdo {
  // Of what is derived from a secret nothing may outlive the run; of whom nobody knows it, as if it were.
  if (horas === 0 || guardadas === null || secretParametros !== null) return NINGUNO
  const clave = createHash('sha256')
    .update(JSON.stringify([huella, ...pregunta]))
    .digest('hex')
  return {
    find: () => guardadas.find(clave),
    keep: (respuesta) => guardadas.keep(clave, respuesta, horas),
  }
}

/** Of settings with their secrets: of another key, address or model nothing is taken that was kept for this one. */
export function huellaOf(config: object): string {
  return createHash('sha256').update(JSON.stringify(config)).digest('hex')
}
