import { type Kysely, sql } from 'kysely'

/** Agentes are told contexts before they are asked: those of before are told none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['ai_agentes', 'ai_agente_versiones']) {
    await sql`update ${sql.table(table)} set definicion = definicion || '{"contextos": []}'
      where not definicion ? 'contextos'`.execute(db)
  }
}
