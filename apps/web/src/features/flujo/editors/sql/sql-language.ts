import {
  MariaSQL,
  MSSQL,
  PLSQL,
  PostgreSQL,
  type SQLDialect,
  SQLite,
  StandardSQL,
} from '@codemirror/lang-sql'

/** How each type of servidor writes SQL. */
const DIALECTS: Readonly<Record<string, SQLDialect>> = {
  postgresql: PostgreSQL,
  mysql: MariaSQL,
  sqlserver: MSSQL,
  sqlite: SQLite,
  oracle: PLSQL,
}

export function dialectOf(tipoServidor: unknown): SQLDialect {
  return (typeof tipoServidor === 'string' ? DIALECTS[tipoServidor] : undefined) ?? StandardSQL
}
