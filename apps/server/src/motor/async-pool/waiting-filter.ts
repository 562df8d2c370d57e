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

/** Runs among which texts are looked for, and bytes of their data as they are stored: of all that may wait nobody could look through each. */
const SEARCHED_RUNS = 100_000
const SEARCHED_BYTES = 64_000_000

/** The newest of a table, as the `from` of what searches their data. */
export function newestOf({
  table,
  columns,
  moment,
  data,
  conditions,
}: {
  table: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  moment: RawBuilder<unknown>
  data: RawBuilder<unknown>
  conditions: readonly RawBuilder<unknown>[]
}): RawBuilder<unknown> {
  return sql`(
    select * from (
      select *, sum(pg_column_size(${data})) over (order by ${moment} desc, id desc) as leidos from (
        select ${columns} from ${table} where ${sql.join(conditions, sql` and `)}
        order by ${moment} desc, id desc limit ${SEARCHED_RUNS}
      ) as nuevas
    ) as contadas where leidos <= ${SEARCHED_BYTES}
  )`
}
