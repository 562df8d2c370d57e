import type { SearchResult, SearchType } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import { containing } from '../../db/like-pattern.ts'
import type { Database } from '../../db/tables.ts'

const TABLES: Readonly<Record<SearchType, string>> = {
  proceso: 'procesos',
  canal: 'canales',
  servidor: 'servidores',
  parametro: 'parametros',
  tarea: 'tareas_programadas',
  tabla: 'tablas',
  alerta: 'alertas',
  entorno: 'entornos_div',
}

const MAX_RESULTS = 30

/** Names and descriptions that hold the text, whatever its accents and case; names that begin with it come first, then the most alike. */
export async function searchDefiniciones(
  db: Kysely<Database>,
  { q, types }: { q: string; types: readonly SearchType[] },
): Promise<SearchResult[]> {
  if (types.length === 0) return []
  const inner = containing(q)
  const parts = types.map(
    (type) => sql`select id::text, ${type}::text as type, nombre as name, descripcion as description
      from ${sql.table(TABLES[type])}
      where unaccent(nombre) ilike unaccent(${inner}) or unaccent(descripcion) ilike unaccent(${inner})`,
  )
  const { rows } = await sql<SearchResult>`
    select id, type, name, description from (${sql.join(parts, sql` union all `)}) as found
    order by unaccent(lower(name)) like unaccent(lower(${inner.slice(1)})) desc,
      similarity(unaccent(lower(name)), unaccent(lower(${q}))) desc, name, id
    limit ${MAX_RESULTS}`.execute(db)
  return rows
}
