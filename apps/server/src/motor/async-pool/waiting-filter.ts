import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Which of the runs that no worker has. */
export interface WaitingFilter {
  procesoId?: string | undefined
  canalId?: string | undefined
  version?: number | undefined
  origen?: string | undefined
  desde?: Date | undefined
  hasta?: Date | undefined
  /** Each of them finds it. */
  busquedas?: readonly Busqueda[] | undefined
}

/** What one text finds of runs that have not ended: one of these, one of these procesos, or one that was given this key. */
export interface Busqueda {
  ids: readonly string[]
  procesos: readonly string[]
  /** The parameter of each proceso that is its business key. */
  claves: Readonly<Record<string, string>>
  clave: string
}

/** Whether a row is found; `trabajo`: its column. */
export function isFound(
  trabajo: 'data' | 'trabajo',
  { ids, procesos, claves, clave }: Busqueda,
): RawBuilder<SqlBool> {
  const given = sql.ref(trabajo)
  return sql<SqlBool>`(id = any(${ids}::uuid[]) or ${given} ->> 'procesoId' = any(${procesos}::text[])
    or ${given} -> 'entrada' ->> (${JSON.stringify(claves)}::jsonb ->> (${given} ->> 'procesoId')) = ${clave})`
}
