import pg from 'pg'
import { environmentOf } from './process-usage.ts'
import type { Side } from './side.ts'

/** Asks the database in which a product keeps what is its own. */
export async function askOwn<Answer>(
  { pids }: Pick<Side, 'pids'>,
  ask: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client(environmentOf(pids[0] ?? 0).DIV_DATABASE_URL)
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}
