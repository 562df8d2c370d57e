import { AsistenteSinRespuesta, type ErrorDeNodo, type ExplicacionDeFallo, type Flujo } from '@div/contract'
import { z } from 'zod'
import { loadPrompt } from './load-prompt.ts'
import type { Charla } from './preguntar.ts'
import { readObjeto } from './read-objeto.ts'
import { objectOf } from './read-propuesta.ts'
import { writeDatos } from './write-datos.ts'

export interface FalloExplicable {
  proceso: string
  error: ErrorDeNodo
  /** As it ran; null: nobody knows any more. */
  flujo: Flujo | null
  /** As the history keeps them: masked, and cut short. */
  pasos: readonly Readonly<Record<string, unknown>>[]
}

const FALLO_SCHEMA = objectOf({
  causa: { type: 'string' },
  queHacer: { type: 'array', items: { type: 'string' } },
  nodo: { type: 'string' },
})
const falloSchema = z.object({
  causa: z.string().min(1),
  queHacer: z.union([z.array(z.string()), z.string().transform((one) => [one])]).default([]),
  nodo: z.string().nullish(),
})

const MAX_RONDAS = 2
const MAX_PASOS = 4
/** Characters of what is told of one node that ran. */
const MAX_DATOS = 8_000

/** Why a run failed, and what to do. Throws AsistenteSinRespuesta. */
export async function explainFallo(charla: Charla, fallo: FalloExplicable): Promise<ExplicacionDeFallo> {
  const { proceso, error, flujo, pasos } = fallo
  const ids = new Set(flujo?.nodos.map(({ id }) => id))
  const failing = flujo?.nodos.find(({ id }) => id === error.nodo)
  const ejecucion = {
    proceso,
    error,
    nodo: failing ?? null,
    nodos: flujo?.nodos.map(({ id, tipo, nombre }) => ({ id, tipo, nombre })) ?? [],
    conexiones: flujo?.conexiones.map(({ origen, destino, salida }) => ({ origen, destino, salida })) ?? [],
    // The failing one first, then those that ran last before it.
    pasos: [
      ...pasos.filter(({ nodo }) => nodo === error.nodo),
      ...pasos.filter(({ nodo }) => nodo !== error.nodo).toReversed(),
    ]
      .slice(0, MAX_PASOS)
      .map(cutPaso),
  }
  const mensajes = [{ rol: 'usuario' as 'usuario' | 'asistente', texto: writeDatos('ejecucion', ejecucion) }]
  while (charla.rondas < MAX_RONDAS) {
    const { texto } = await charla.ask({
      instrucciones: loadPrompt('fallo'),
      mensajes,
      esquema: FALLO_SCHEMA,
    })
    const read = falloSchema.safeParse(readObjeto(texto))
    if (read.success) {
      const { causa, queHacer, nodo } = read.data
      const { modelo, tokens } = charla
      return { causa, queHacer, nodo: nodo && ids.has(nodo) ? nodo : null, modelo, tokens }
    }
    mensajes.push(
      { rol: 'asistente', texto: texto || '(nada)' },
      { rol: 'usuario', texto: 'Contesta otra vez, solo con el objeto JSON que se pide.' },
    )
  }
  throw new AsistenteSinRespuesta({ modelo: charla.modelo, motivo: 'no dio ninguna explicación' })
}

function cutPaso({ nodo, estado, entrada, salida, error, intentos }: Readonly<Record<string, unknown>>) {
  const cut = (value: unknown) => JSON.stringify(value)?.slice(0, MAX_DATOS)
  return { nodo, estado, intentos, error, entrada: cut(entrada), salida: cut(salida) }
}
