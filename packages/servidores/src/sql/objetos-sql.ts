import { defineConsulta } from './consulta.ts'
import type { Dialect } from './dialect.ts'
import type { SqlConnection } from './sql-connection.ts'
import { defineTabla } from './tabla.ts'

/** What every database offers. */
export function defineObjetosSql<Conn extends SqlConnection>(dialect: Dialect) {
  return { consulta: defineConsulta<Conn>(dialect), tabla: defineTabla<Conn>(dialect) }
}
