import { type Kysely, sql } from 'kysely'

/** A run costs its history as little as can be: three of its indexes were two thirds of what storing it took. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

/** Epoch milliseconds in an id of version 7. */
const MOMENT = `('x' || substr(id::text, 1, 8) || substr(id::text, 10, 4))::bit(48)::bigint`

const STATEMENTS = [
  `drop index ejecuciones_id, ejecuciones_proceso, ejecuciones_origen`,
  // As text nobody checks again what the motor wrote; what is not asked for inside is no use of json.
  `alter table ejecuciones
    add column aplazada boolean,
    alter column entrada type text,
    alter column salida type text,
    alter column pasos type text`,
  // The others are found by the moment in their id.
  `update ejecuciones set aplazada = true
    where substr(id::text, 15, 1) <> '7' or abs(extract(epoch from inicio) * 1000 - ${MOMENT}) > 250`,
  `create index ejecuciones_aplazada on ejecuciones (id) where aplazada`,
  // One for both: which canales a proceso was called by, and which procesos through a canal, the counts by the hour tell.
  `create index ejecuciones_proceso on ejecuciones (proceso_id, canal_id, inicio desc)`,
  `create index ejecuciones_horas_par on ejecuciones_horas (canal_id, proceso_id) where canal_id is not null`,
  `create index ejecuciones_origen on ejecuciones (origen, inicio desc, id desc) where origen <> 'canal'`,
]
