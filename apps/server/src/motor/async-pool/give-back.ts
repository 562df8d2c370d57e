import type { Job, PgBoss } from 'pg-boss'

/** As if these had not been fetched: that they were is not an attempt. */
export async function giveBack(
  queue: PgBoss,
  queueName: string,
  jobs: readonly Pick<Job<unknown>, 'id' | 'retryCount'>[],
): Promise<void> {
  await queue.getDb().executeSql(
    `update cola.job set state = 'created', started_on = null, heartbeat_on = null
    where name = $1 and state = 'active'
      and (id, retry_count) in (select * from unnest($2::uuid[], $3::int[]))`,
    [queueName, jobs.map(({ id }) => id), jobs.map(({ retryCount }) => retryCount)],
  )
}
