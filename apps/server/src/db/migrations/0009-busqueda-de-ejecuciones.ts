import { type Kysely, sql } from 'kysely'

/** Runs are found by their business key and by the text of their error, and every filter of their list has its index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table ejecuciones add column clave_negocio text`,
  `create index ejecuciones_clave on ejecuciones (clave_negocio, inicio desc, id desc) where clave_negocio is not null`,
  // What came through a canal is of origin canal, everything else has none: one index finds both.
  `create index ejecuciones_origen on ejecuciones (origen, canal_id, inicio desc, id desc)`,
  // Most runs end well: the others are what people look for.
  `drop index ejecuciones_fallidas`,
  `create index ejecuciones_sin_exito on ejecuciones (estado, inicio desc, id desc) where estado <> 'ok'`,
  `create index ejecuciones_error on ejecuciones using gin (error_codigo gin_trgm_ops, error_mensaje gin_trgm_ops)
    where estado = 'error'`,
  // Of slow runs, from so many milliseconds on: in the order of the list, and a quick run pays for none of them.
  ...[1, 10, 100, 1_000, 10_000].map(
    (ms) =>
      `create index ejecuciones_desde_${ms}ms on ejecuciones (inicio desc, id desc) where duracion_ms >= ${ms}`,
  ),
]
