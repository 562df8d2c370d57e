import type { Limits } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Avisos } from './avisos.ts'
import type { EsperaDeFin } from './espera-de-fin.ts'
import { type Respuesta, storeRespuestas } from './respuestas-repository.ts'
import { through } from './through.ts'
import type { Trabajo } from './trabajo.ts'

/** A run that has ended, and what its caller gets for it. */
export interface Terminada {
  trabajo: Trabajo
  respuesta: Respuesta
}

export interface TellEndsDeps {
  avisos: Pick<Avisos, 'announce'>
  fines: Pick<EsperaDeFin, 'tell'>
  /** In force now. */
  limits(): Pick<Limits, 'respuestaAsincronaHoras'>
}

/** Keeps the answers of runs and tells of their ends whoever wants to know, in the transaction in which they end. */
export function createTellEnds({ avisos, fines, limits }: TellEndsDeps) {
  return async (trx: Kysely<Database>, terminadas: readonly Terminada[]): Promise<void> => {
    await storeRespuestas(
      trx,
      terminadas.map(({ respuesta }) => respuesta),
      { horas: limits().respuestaAsincronaHoras },
    )
    await avisos.announce(
      terminadas.map(({ trabajo, respuesta: { id } }) => ({ id, data: trabajo })),
      through(trx),
    )
    await fines.tell(
      trx,
      terminadas.flatMap(({ trabajo, respuesta: { id } }) => (trabajo.espera ? id : [])),
    )
  }
}

export type TellEnds = ReturnType<typeof createTellEnds>
