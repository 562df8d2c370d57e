import type { Limits } from '@div/contract'
import type { Db, Job, PgBoss } from 'pg-boss'
import { AVISOS } from './boss.ts'
import type { Trabajo } from './trabajo.ts'

/** The end of a run that its canal wants to be told. */
export interface Aviso {
  idEjecucion: string
  canalId: string
}

/** Why a delivery failed; null: it did not. */
export type Entrega = { mensaje: string } | null

interface AvisosDeps {
  started(): Promise<PgBoss>
  /** In force now. */
  limits(): Pick<Limits, 'avisoIntentos' | 'avisoMs'>
}

/** What a delivery may take beyond the time of whoever is told. */
const MARGIN_SECONDS = 30

/** Ends of runs on their way to whoever wants to be told; the queue tries again what fails. */
export function createAvisos({ started, limits }: AvisosDeps) {
  return {
    /** Of these runs those whose canal wants it; in the transaction in which they end. */
    async announce(runs: readonly { id: string; data: Trabajo }[], through?: Db): Promise<void> {
      const { avisoIntentos, avisoMs } = limits()
      const jobs = runs.flatMap(({ id: idEjecucion, data: { avisa, canalId } }) =>
        avisa && canalId !== null
          ? {
              data: { idEjecucion, canalId } satisfies Aviso,
              retryLimit: avisoIntentos,
              expireInSeconds: Math.ceil(avisoMs / 1_000) + MARGIN_SECONDS,
            }
          : [],
      )
      if (jobs.length === 0) return
      const queue = await started()
      await queue.insert(AVISOS, jobs, through ? { db: through } : {})
    },

    async fetch(count: number): Promise<Job<Aviso>[]> {
      const queue = await started()
      return queue.fetch<Aviso>(AVISOS, { batchSize: count })
    },

    async settle(ended: readonly { job: Job<Aviso>; outcome: Entrega }[]): Promise<void> {
      const queue = await started()
      const delivered = ended.filter(({ outcome }) => outcome === null)
      if (delivered.length > 0)
        await queue.complete(
          AVISOS,
          delivered.map(({ job }) => job.id),
        )
      for (const { job, outcome } of ended) {
        if (outcome !== null) await queue.fail(AVISOS, job.id, outcome)
      }
    },
  }
}
