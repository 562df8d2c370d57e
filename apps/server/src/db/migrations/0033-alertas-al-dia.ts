import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The alertas ask every few seconds what was missed in the last minutes: of a ledger of millions that is little, and mostly nothing.
  await sql`create index disparos_perdidos on disparos (momento) where estado = 'perdido'`.execute(db)
  // A message of a rule that was silenced before it left.
  await sql`alter table alertas_entregas drop constraint alertas_entregas_estado_check`.execute(db)
  await sql`alter table alertas_entregas add constraint alertas_entregas_estado_check
    check (estado in ('pendiente', 'entregada', 'fallida', 'silenciada'))`.execute(db)
}
