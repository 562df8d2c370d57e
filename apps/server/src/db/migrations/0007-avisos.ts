import { type Kysely, sql } from 'kysely'

/** Who is told how an accepted run ended, what goes first, and what an admin changes of the queue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table canales add column prioridad integer not null default 0, add column aviso jsonb`.execute(
    db,
  )
  await sql`alter table configuracion add column asincronos jsonb not null default '{}'`.execute(db)
}
