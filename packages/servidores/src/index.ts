import type { ServidorDefinition } from './define-servidor.ts'
import { interno } from './interno/interno.ts'
import { mysql } from './mysql/mysql.ts'
import { postgresql } from './postgresql/postgresql.ts'
import { rest } from './rest/rest.ts'
import { smtp } from './smtp/smtp.ts'
import { sqlite } from './sqlite/sqlite.ts'

export * from './define-servidor.ts'
export * from './interno/interno-ports.ts'

/** The catalogue, by tipoServidor: one line a type. */
export const SERVIDORES: Readonly<Record<string, ServidorDefinition>> = {
  interno,
  mysql,
  postgresql,
  rest,
  smtp,
  sqlite,
}
