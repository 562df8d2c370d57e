import { type EsperaDeNodo, keyOfPunto, type RunInput } from '@div/engine'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { isDataError } from '../../db/is-data-error.ts'
import { isDatabaseAway } from '../../db/is-database-away.ts'
import type { Database } from '../../db/tables.ts'
import { writeApart } from '../../db/write-apart.ts'
import { decodePunto, type Sello } from './encode-punto.ts'
import {
  dropEsperas,
  holdWorking,
  listAnswered,
  listContestadas,
  storeEsperas,
} from './esperas-repository.ts'

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

/** Of a wait: its row goes, or comes. */
interface Change {
  espera: EsperaDeNodo
  isOver: boolean
}

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

  /** False: whoever has the row of the run now may lay it down or end it; it is looked at again. */
  const writeTogether = ({ id, intento }: Followed, changes: readonly Change[]) =>
    db.transaction().execute(async (trx) => {
      if (!(await holdWorking(trx, { id, intento }))) return false
      const [over, fresh] = [changes.filter(({ isOver }) => isOver), changes.filter(({ isOver }) => !isOver)]
      await dropEsperas(
        trx,
        id,
        over.map(({ espera }) => espera),
      )
      await storeEsperas(
        trx,
        fresh.map(({ espera }) => ({ ...espera, ejecucionId: id })),
      )
      await listAnswered(trx, [id])
      return true
    })

  /** Of data that is refused only its own wait is not written: once all of the run waits it is ended with this reason. */
  async function write(run: Followed, changes: readonly Change[]): Promise<boolean> {
    const outcomes = await writeApart(changes, async (some) => {
      const isWritten = await writeTogether(run, some)
      return some.map(() => isWritten)
    })
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') continue
      const { reason } = outcome
      if (!isDataError(reason)) throw reason
      const { nodo, iteracion } = changes[index]?.espera ?? {}
      log.warn({ err: reason, idEjecucion: run.id, nodo, iteracion }, 'wait of a run that works not written')
    }
    return outcomes.every((outcome) => outcome.status === 'rejected' || outcome.value)
  }

  /** Of what the run waits for now that which stands in rows; nothing while it does not. */
  async function standInRows(run: Followed): Promise<readonly EsperaDeNodo[]> {
    const esperas = run.input.corriendo?.listEsperas()
    const written = followed.get(run)
    if (!esperas || !written) return []
    const byKey = new Map(esperas.map((espera) => [keyOfPunto(espera), espera]))
    const changes = [
      ...[...written].flatMap(([key, espera]) => (byKey.has(key) ? [] : { espera, isOver: true })),
      ...[...byKey].flatMap(([key, espera]) =>
        written.has(key) ? [] : { espera: run.hide(espera), isOver: false },
      ),
    ]
    if (changes.length > 0) {
      if (!(await write(run, changes))) return []
      if (followed.has(run)) followed.set(run, byKey)
    }
    return esperas
  }

  /** Each as if it were the only one: what goes wrong with it says nothing of the others, but that there is no database. */
  async function forEach(
    runs: Iterable<Followed>,
    attempt: (run: Followed) => Promise<void> | void,
  ): Promise<void> {
    for (const run of runs) {
      try {
        await attempt(run)
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        log.warn({ err: error, idEjecucion: run.id }, 'run that works not told what has come')
      }
    }
  }

  return {
    /** Until what is answered is called. */
    follow(run: Followed): () => void {
      followed.set(run, new Map())
      return () => followed.delete(run)
    },

    /** Looks at what runs wait for while they work, and has them hear what has come. */
    async hearAnswers(): Promise<void> {
      const runs = [...followed.keys()]
      const waiting: (EsperaDeNodo & { ejecucionId: string })[] = []
      await forEach(runs, async (run) => {
        for (const espera of await standInRows(run)) waiting.push({ ...espera, ejecucionId: run.id })
      })
      if (waiting.length === 0) return
      const contestadas = Map.groupBy(await listContestadas(db, waiting), ({ ejecucionId }) => ejecucionId)
      await forEach(runs, ({ id, procesoId, input }) => {
        const puntos = contestadas.get(id) ?? []
        input.corriendo?.hear(puntos.map((punto) => decodePunto(punto, selloOf(procesoId))))
      })
    },
  }
}
