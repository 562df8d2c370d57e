import type { Limits } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Db, JobInsert, PgBoss } from 'pg-boss'
import type { Database } from '../../db/tables.ts'
import { AVISOS, AVISOS_FALLIDOS } from './boss.ts'
import { createDeadLetters, isNamed, type LettersPage } from './dead-letters.ts'
import { createDeliveries } from './deliveries.ts'
import { through } from './through.ts'
import type { Trabajo } from './trabajo.ts'

/** The end of a run that its canal wants to be told. */
export interface Aviso {
  idEjecucion: string
  canalId: string
}

export interface AvisosFallidosFilter {
  canalId?: string | undefined
  /** Part of the name of the canal. */
  q?: string | undefined
}

interface AvisosDeps {
  db: Kysely<Database>
  started(): Promise<PgBoss>
  /** In force now. */
  limits(): Pick<Limits, 'avisoIntentos' | 'avisoMs'>
}

/** What a delivery may take beyond the time of whoever is told. */
const MARGIN_SECONDS = 30

export type Avisos = ReturnType<typeof createAvisos>

/** Ends of runs on their way to whoever wants to be told. */
export function createAvisos({ db, started, limits }: AvisosDeps) {
  const { insert, fetch, giveBack, touch, settle } = createDeliveries<Aviso>(AVISOS, started)
  const letters = createDeadLetters<Aviso>(AVISOS_FALLIDOS, { db, started })

  function jobOf(data: Aviso): JobInsert<Aviso> {
    const { avisoIntentos, avisoMs } = limits()
    return {
      data,
      retryLimit: avisoIntentos,
      expireInSeconds: Math.ceil(avisoMs / 1_000) + MARGIN_SECONDS,
    }
  }

  return {
    fetch,
    giveBack,
    touch,
    settle,

    /** Of these runs those whose canal wants it; in the transaction in which they end. */
    announce(runs: readonly { id: string; data: Trabajo }[], inside?: Db): Promise<void> {
      const jobs = runs.flatMap(({ id: idEjecucion, data: { avisa, canalId } }) =>
        avisa && canalId !== null ? jobOf({ idEjecucion, canalId }) : [],
      )
      return insert(jobs, inside)
    },

    /** Those that were tried too often. */
    fallidos: {
      /** Newest first, from one of them on. */
      list: ({ q, ...wanted }: AvisosFallidosFilter, page: LettersPage) =>
        letters.list(wanted, page, q === undefined ? sql`true` : isNamed('canales', 'canalId', q)),

      /** Tries these anew, as often as any other; whom their canal names now is told. Answers those that were still on the list. */
      async retry(trx: Kysely<Database>, ids: readonly string[]): Promise<AvisoFallido[]> {
        const taken = await letters.take(trx, ids)
        await insert(
          taken.map(({ data }) => jobOf(data)),
          through(trx),
        )
        return taken
      },

      /** Answers those that were still on the list. */
      discard: (trx: Kysely<Database>, ids: readonly string[]): Promise<AvisoFallido[]> =>
        letters.take(trx, ids),
    },
  }
}

interface AvisoFallido {
  id: string
  data: Aviso
}
