import type { Uso } from '@div/contract'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'

/** Whether what an agente is told names a thing. */
const NAMES = {
  servidores: (id) => sql`definicion->>'servidorId' = ${id}`,
  'ai-capabilities': (id) => sql`definicion->'capacidades' ? ${id}`,
  'ai-contexts': (id) => sql`definicion->'contextos' ? ${id}`,
} as const satisfies Record<string, (id: RawBuilder<string>) => RawBuilder<SqlBool>>

type Recurso = keyof typeof NAMES

/** Its draft, or the version that is published. */
const naming = (recurso: Recurso, id: RawBuilder<string>) => sql<SqlBool>`(${NAMES[recurso](id)} or exists (
  select from ai_agente_versiones publicada
  where publicada.agente_id = agente.id and publicada.version = agente.version_publicada
    and ${NAMES[recurso](id)}))`

/** The agentes that name a thing. */
export async function listAgentesUsing(db: Kysely<Database>, recurso: Recurso, id: string): Promise<Uso[]> {
  const { rows } = await sql<{ id: string; nombre: string }>`
    select id::text, nombre from ai_agentes agente where ${naming(recurso, sql`${id}::text`)}
    order by nombre`.execute(db)
  return rows.map((row) => ({ recurso: 'ai-agents', ...row }))
}

/** Adds to the counts of each thing how many agentes name it. */
export async function addAgentesUsing(
  db: Kysely<Database>,
  recurso: Recurso,
  ids: readonly string[],
  counts: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; total: number }>`
    select nombrado.id, count(*)::int as total
    from unnest(${ids}::text[]) as nombrado (id), ai_agentes agente
    where ${naming(recurso, sql.ref('nombrado.id'))} group by 1`.execute(db)
  const sums = new Map(counts)
  for (const { id, total } of rows) sums.set(id, (sums.get(id) ?? 0) + total)
  return sums
}
