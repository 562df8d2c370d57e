import type { Job, PgBoss } from 'pg-boss'

/** As if these had not been fetched: that they were is not an attempt. Whoever asks gets them again at once, or after so long. */
export async function giveBack(
  queue: PgBoss,
  queueName: string,
  jobs: readonly Pick<Job<unknown>, 'id' | 'retryCount'>[],
  { seconds = 0 }: { seconds?: number } = {},
): Promise<void> {
  await queue.getDb().executeSql(
    `update cola.job set state = 'created', started_on = null, heartbeat_on = null,
      start_after = case when $4::float8 > 0 then now() + make_interval(secs => $4::float8) else start_after end
    where name = $1 and state = 'active'
      and (id, retry_count) in (select * from unnest($2::uuid[], $3::int[]))`,
    [queueName, jobs.map(({ id }) => id), jobs.map(({ retryCount }) => retryCount), seconds],
  )
}
