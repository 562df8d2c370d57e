import { type EsperaDeNodo, keyOfPunto, type RunInput } from '@div/engine'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { isDataError } from '../../db/is-data-error.ts'
import type { Database } from '../../db/tables.ts'
import { decodePunto, type Sello } from './encode-punto.ts'
import { dropEsperas, listAnswered, listContestadas, storeEsperas } from './esperas-repository.ts'
import { holdAttempts } from './puntos-repository.ts'

/** An attempt of a durable run that this process has. */
interface Followed {
  id: string
  procesoId: string
  intento: number
  input: Pick<RunInput, 'corriendo'>
  /** What of a wait whoever decides may see. */
  hide(espera: EsperaDeNodo): EsperaDeNodo
}

type ByKey = ReadonlyMap<string, EsperaDeNodo>

interface HearingDeps {
  db: Kysely<Database>
  selloOf(procesoId: string): Sello
  log: Pick<Logger, 'warn'>
}

/**
 * Waits of runs that work on other branches meanwhile. They stand in rows as those of a run that sleeps, so that a person is asked and a time
 * is looked at; what comes is heard by the attempt that works.
 */
export function createHearing({ db, selloOf, log }: HearingDeps) {
  /** With the waits of which there are rows. */
  const followed = new Map<Followed, ByKey>()

  /** What nobody waits for any more goes; of an attempt that does not have the run any more nothing is written. */
  async function write({ id, intento, hide }: Followed, written: ByKey, esperas: ByKey): Promise<void> {
    const fresh = [...esperas].flatMap(([key, espera]) => (written.has(key) ? [] : hide(espera)))
    const over = [...written].flatMap(([key, espera]) => (esperas.has(key) ? [] : espera))
    if (fresh.length === 0 && over.length === 0) return
    await db.transaction().execute(async (trx) => {
      const held = await holdAttempts(trx, [{ id, intento }])
      if (!held.has(id)) return
      if (over.length > 0) await dropEsperas(trx, id, over)
      if (fresh.length === 0) return
      await storeEsperas(
        trx,
        fresh.map((espera) => ({ ...espera, ejecucionId: id })),
      )
      await listAnswered(trx, [id])
    })
  }

  /** Answers what the run waits for now. */
  async function update(run: Followed, written: ByKey): Promise<EsperaDeNodo[]> {
    const esperas = run.input.corriendo?.listEsperas() ?? null
    if (esperas === null) return []
    const byKey = new Map(esperas.map((espera) => [keyOfPunto(espera), espera]))
    try {
      await write(run, written, byKey)
    } catch (error) {
      // Once all of the run waits it is ended with this reason.
      if (!isDataError(error)) throw error
      log.warn({ err: error, idEjecucion: run.id }, 'waits of a run that works not written')
    }
    if (followed.has(run)) followed.set(run, byKey)
    return esperas
  }

  return {
    /** Until what is answered is called. */
    follow(run: Followed): () => void {
      followed.set(run, new Map())
      return () => followed.delete(run)
    },

    /** Looks at what runs wait for while they work, and has them hear what has come. */
    async hearAnswers(): Promise<void> {
      const waiting = new Map<string, Followed>()
      const awaited: { ejecucionId: string; nodo: string; iteracion: string }[] = []
      for (const [run, written] of [...followed]) {
        const esperas = await update(run, written)
        if (esperas.length > 0) waiting.set(run.id, run)
        for (const { nodo, iteracion } of esperas)
          awaited.push({ ejecucionId: run.id, nodo, iteracion: iteracion?.join() ?? '' })
      }
      if (awaited.length === 0) return
      for (const { ejecucionId, ...punto } of await listContestadas(db, awaited)) {
        const run = waiting.get(ejecucionId)
        if (run) run.input.corriendo?.hear(decodePunto(punto, selloOf(run.procesoId)))
      }
    },
  }
}
