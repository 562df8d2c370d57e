import type { AppError } from '@div/contract'
import type { Kysely } from 'kysely'
import type { JobWithMetadata } from 'pg-boss'
import type { Database } from '../../db/tables.ts'
import { PROBLEM_TYPE, problemOf } from '../../http/problem.ts'
import type { Perdida } from './perdidas.ts'
import type { Respuesta } from './respuestas-repository.ts'
import type { Trabajo } from './trabajo.ts'

/** Where an accepted run stands. */
export type Situacion =
  | {
      estado: 'en_cola' | 'ejecutando' | 'esperando'
      trabajo: Trabajo
      aceptada: Date
      iniciada: Date | null
    }
  | { estado: 'ok' | 'error' | 'cancelada'; canalId: string | null; respuesta: Respuesta | null }

/** A run that waits, and that no worker has. */
export async function findAsleep(db: Kysely<Database>, id: string): Promise<Situacion | undefined> {
  const run = await db
    .selectFrom('ejecucionesDurables')
    .select(['trabajo', 'version', 'comenzada'])
    .where('id', '=', id)
    .where('dormida', '=', true)
    .executeTakeFirst()
  if (!run) return undefined
  const { trabajo, version, comenzada } = run
  return {
    estado: 'esperando',
    // It goes on with the version with which it began.
    trabajo: { ...trabajo, version },
    aceptada: comenzada,
    iniciada: comenzada,
  }
}

/** Undefined: it is not waiting any more, nor running. */
export function describeUnended({
  state,
  data: trabajo,
  createdOn: aceptada,
  startedOn,
}: JobWithMetadata<Trabajo>): Situacion | undefined {
  if (state === 'active') return { estado: 'ejecutando', trabajo, aceptada, iniciada: startedOn }
  if (state === 'created' || state === 'retry')
    return { estado: 'en_cola', trabajo, aceptada, iniciada: null }
  return undefined
}

export function describeLost({ id, trabajo, perdida, causa }: Perdida): Situacion {
  const { canalId } = trabajo
  return { estado: 'error', canalId, respuesta: lostRespuesta({ id, canalId, terminada: perdida }, causa) }
}

export function lostRespuesta(
  run: Pick<Respuesta, 'id' | 'canalId' | 'terminada'>,
  causa: AppError,
): Respuesta {
  const { status, body } = problemOf(causa, { idEjecucion: run.id })
  return {
    ...run,
    estado: 'error',
    estadoHttp: status,
    tipoContenido: PROBLEM_TYPE,
    cabeceras: {},
    cuerpo: Buffer.from(body),
    iniciada: null,
  }
}
