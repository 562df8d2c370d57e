import { type ColeccionDeRag, type LlamadaContext, type Llamadas, monotonicNow } from '@div/contract'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import { newRunId } from '../../motor/runtime/new-run-id.ts'
import { normalize } from './vectores.ts'

/** What asking for vectors may take where nobody says otherwise. */
const TIMEOUT_MS = 60_000

const incrustadoSchema = z.object({ vectores: z.array(z.array(z.number())) })

/** `idEjecucion` and `caller`: whose vectors these are; absent: of nobody in particular. */
export interface Incrustacion extends Partial<Pick<LlamadaContext, 'deadline' | 'idEjecucion' | 'caller'>> {
  coleccion: { nombre: string } & Pick<ColeccionDeRag, 'modelo'> & { servidorId: string }
  textos: readonly string[]
  signal: AbortSignal
}

/** The vectors of these texts, by the model of the collection, each of length 1. Throws an AppError. */
export function createIncrustador({
  db,
  llamadas,
}: {
  db: Kysely<Database>
  llamadas(): Pick<Llamadas, 'prepare'>
}) {
  return async function embedTextos(incrustacion: Incrustacion): Promise<Float32Array[]> {
    // A run may search more than once: what it asks for is known by an id of its own.
    const own = newRunId()
    const {
      coleccion,
      textos,
      signal,
      deadline = monotonicNow() + TIMEOUT_MS,
      idEjecucion = own,
      caller,
    } = incrustacion
    const { servidorId, nombre, modelo } = coleccion
    const { tipoServidor } = await db
      .selectFrom('servidores')
      .select('tipoServidor')
      .where('id', '=', servidorId)
      .executeTakeFirstOrThrow()
    const llamada = llamadas().prepare({
      nodo: 'rag',
      nombreNodo: nombre,
      servidorId,
      tipoServidor,
      tipoObjeto: 'incrustar',
      objeto: { modelo, textos: ['{textos}'] },
      parametros: ['textos'],
    })
    const answer = await llamada.call(
      { textos },
      {
        idEjecucion,
        claveIdempotencia: `${own}/rag/1`,
        signal,
        deadline,
        profundidad: 0,
        savepoint: false,
        ...(caller && { caller }),
      },
    )
    return incrustadoSchema.parse(answer).vectores.map(normalize)
  }
}

export type EmbedTextos = ReturnType<typeof createIncrustador>

/** What stands for a passage: what it says, below the headings that it stands under. */
export function textoOfVector({ titulo, texto }: { titulo: readonly string[]; texto: string }): string {
  return titulo.length === 0 ? texto : `${titulo.join(' > ')}\n${texto}`
}
