import {
  CORTES_DE_EVALUACION,
  type EvaluacionDeRag,
  type ModoDeBusqueda,
  type PreguntaDeRag,
  type RespuestaDeEvaluacion,
} from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../../db/tables.ts'
import type { ContextoDeOrden, Rag } from '../buscar.ts'
import { readTextos } from '../pasajes-repository.ts'
import { matchesEsperado } from './match-esperado.ts'
import { firstLugar, type Lugares, measurePreguntas, recallsOf } from './measure-preguntas.ts'

export type Medicion = Pick<EvaluacionDeRag, 'medidas' | 'avisos'> & { respuestas: RespuestaDeEvaluacion[] }

/** Asks every question as a person would, and measures where what was expected stands. */
export async function evaluateColeccion(
  { db, rag }: { db: Kysely<Database>; rag: Pick<Rag, 'rank'> },
  { coleccionId, preguntas }: { coleccionId: string; preguntas: readonly PreguntaDeRag[] },
  context: Omit<ContextoDeOrden, 'limite'>,
): Promise<Medicion> {
  const textos = preguntas.map(({ texto }) => texto)
  const limite = Math.max(...CORTES_DE_EVALUACION)
  const { modos, listas, avisos } = await rag.rank(coleccionId, textos, { ...context, limite })
  const medidos = new Map<ModoDeBusqueda, Lugares[]>(modos.map((modo) => [modo, []]))
  const respuestas: RespuestaDeEvaluacion[] = []
  for (const [index, { texto, esperados }] of preguntas.entries()) {
    const lista = listas[index]
    const leidos = await readTextos(db, [...new Set(modos.flatMap((modo) => lista?.[modo] ?? []))])
    const respuesta: RespuestaDeEvaluacion = { texto, esperados: esperados.length, modos: [] }
    for (const modo of modos) {
      const lugares = esperados.map((esperado) => {
        const place = (lista?.[modo] ?? []).findIndex((id) => {
          const pasaje = leidos.get(id)
          return pasaje !== undefined && matchesEsperado(pasaje, esperado)
        })
        return place < 0 ? null : place + 1
      })
      medidos.get(modo)?.push(lugares)
      respuesta.modos.push({ modo, lugar: firstLugar(lugares), recall: recallsOf(lugares) })
    }
    respuestas.push(respuesta)
  }
  const medidas = modos.map((modo) => ({ modo, ...measurePreguntas(medidos.get(modo) ?? []) }))
  return { medidas, avisos, respuestas }
}
