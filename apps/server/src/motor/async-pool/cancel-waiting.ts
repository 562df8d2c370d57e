import { EjecucionCancelada } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Database } from '../../db/tables.ts'
import { PROBLEM_TYPE, problemOf } from '../../http/problem.ts'
import { encodeFin } from '../durables/encode-punto.ts'
import type { Esperas } from '../durables/esperas.ts'
import { holdRun, storeAnswers } from '../durables/esperas-repository.ts'
import { endDurables } from '../durables/puntos-repository.ts'
import { EJECUCIONES } from './boss.ts'
import type { TellEnds } from './tell-ends.ts'
import { through } from './through.ts'
import type { Trabajo } from './trabajo.ts'

export interface CancelOptions {
  /** Of the durable ones also one that a worker has taken and nobody tells of: what that one still does counts for nothing. */
  taken?: boolean
  /** Its proceso asks that what a cancelled run did be undone. */
  undoes?: boolean
}

/** Undefined: there was none such. `deshaciendo`: it was given to a worker that undoes what it did. */
export type Cancelled = Trabajo | 'deshaciendo' | undefined

interface Cancelling extends CancelOptions {
  queue: PgBoss
  esperas: Pick<Esperas, 'wake'>
  tellEnds: TellEnds
  /** Characters of a checkpoint. */
  maximo: number
}

/** Ends a run that no worker has: one that waits in the queue, or that sleeps. One that was begun may ask to be undone first. */
export async function cancelWaiting(
  trx: Kysely<Database>,
  id: string,
  { taken = false, undoes = false, queue, esperas, tellEnds, maximo }: Cancelling,
): Promise<Cancelled> {
  const { trabajo, isQueued, isBegun } = await hold(trx, id, taken)
  if (!trabajo) return undefined
  if (isBegun && undoes) {
    await storeAnswers(trx, [{ ejecucionId: id, ...cancelledPunto(maximo) }])
    await esperas.wake(trx, [id])
    return 'deshaciendo'
  }
  if (isQueued) await queue.cancel(EJECUCIONES, id, { db: through(trx) })
  await endDurables(trx, [id])
  const { status, body } = problemOf(new EjecucionCancelada(), { idEjecucion: id })
  const respuesta = {
    id,
    canalId: trabajo.canalId,
    estado: 'cancelada' as const,
    estadoHttp: status,
    tipoContenido: PROBLEM_TYPE,
    cabeceras: {},
    cuerpo: Buffer.from(body),
    iniciada: null,
    terminada: new Date(),
  }
  await tellEnds(trx, [{ trabajo, respuesta }])
  return trabajo
}

/** What such a run is, held until the transaction ends. */
async function hold(
  trx: Kysely<Database>,
  id: string,
  taken: boolean,
): Promise<{ trabajo: Trabajo | undefined; isQueued: boolean; isBegun: boolean }> {
  // Before its entry, as whoever ends it does.
  const run = await holdRun(trx, id)
  const { rows } = await sql<{ trabajo: Trabajo }>`
    select data as trabajo from cola.job where name = ${EJECUCIONES} and id = ${id}
      and (state < 'active' or (state = 'active' and ${taken && run !== undefined}::boolean))
    for update`.execute(trx)
  const queued = rows[0]?.trabajo
  const given = queued ?? (run?.dormida ? run.trabajo : undefined)
  const trabajo = given && run ? { ...given, version: run.version } : given
  return { trabajo, isQueued: queued !== undefined, isBegun: run !== undefined }
}

/** That a run is being undone because somebody cancelled it. */
function cancelledPunto(maximo: number) {
  const { codigo, message: mensaje } = new EjecucionCancelada()
  const error = { codigo, mensaje, nodo: null }
  return encodeFin({ estado: 'cancelada', error, pasos: null }, { maximo, sello: null })
}
