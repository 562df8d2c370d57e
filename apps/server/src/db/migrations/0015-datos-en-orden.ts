import { type Kysely, sql } from 'kysely'

/** What an approval shows stands in the order in which its process gives it: jsonb would sort it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table esperas alter column datos type json using datos::json`.execute(db)
}
