import type { Db, JobInsert, JobWithMetadata, PgBoss } from 'pg-boss'
import { giveBack } from './give-back.ts'

/** Why a delivery failed; null: it did not. */
export type Entrega = { mensaje: string } | null

/** Things on their way to somebody outside; the queue tries again what fails. */
export function createDeliveries<Data extends object>(queueName: string, started: () => Promise<PgBoss>) {
  return {
    /** In the transaction that makes them. */
    async insert(jobs: readonly JobInsert<Data>[], through?: Db): Promise<void> {
      if (jobs.length === 0) return
      const queue = await started()
      await queue.insert(queueName, [...jobs], through ? { db: through } : {})
    },

    async fetch(count: number): Promise<JobWithMetadata<Data>[]> {
      const queue = await started()
      return queue.fetch<Data>(queueName, { batchSize: count, includeMetadata: true })
    },

    /** As if they had not been fetched. */
    async giveBack(jobs: readonly Pick<JobWithMetadata, 'id' | 'retryCount'>[]): Promise<void> {
      await giveBack(await started(), queueName, jobs)
    },

    /** The same for a while: something else has to be done before. */
    async putOff(
      jobs: readonly Pick<JobWithMetadata, 'id' | 'retryCount'>[],
      wait: { seconds: number },
    ): Promise<void> {
      if (jobs.length > 0) await giveBack(await started(), queueName, jobs, wait)
    },

    /** Tells that these are still under way. */
    async touch(jobs: readonly Pick<JobWithMetadata, 'id' | 'retryCount'>[]): Promise<void> {
      const queue = await started()
      await queue.touch(
        queueName,
        jobs.map(({ id, retryCount }) => ({ id, retryCount })),
      )
    },

    async settle(ended: readonly { job: { id: string }; outcome: Entrega }[]): Promise<void> {
      const queue = await started()
      const delivered = ended.flatMap(({ job, outcome }) => (outcome === null ? job.id : []))
      if (delivered.length > 0) await queue.complete(queueName, delivered)
      for (const { job, outcome } of ended) {
        if (outcome !== null) await queue.fail(queueName, job.id, outcome)
      }
    },
  }
}
