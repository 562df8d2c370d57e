import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'

/** Ids of the list that the table does not have; the others stay until the transaction ends. */
export async function findMissing(
  trx: Transaction<Database>,
  table: 'canales' | 'aiCapabilities',
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await trx.selectFrom(table).select('id').where('id', 'in', ids).forKeyShare().execute()
  const known = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => !known.has(id)))
}

/** Undefined: no token has the hash. */
export function findByHash(db: Kysely<Database>, hash: Buffer) {
  return db
    .selectFrom('tokens')
    .select(['id', 'canales', 'capacidades', 'expiraEn', 'revocadoEn'])
    .where('hash', '=', hash)
    .executeTakeFirst()
}

/** Changes a token as a new revision of it. */
export function changeToken(
  trx: Transaction<Database>,
  id: string,
  values: { hash?: Buffer; prefijo?: string; revocadoEn?: Date | null; actualizadoPor: string },
): Promise<Row<'tokens'>> {
  return trx
    .updateTable('tokens')
    .set({ ...values, revision: sql`revision + 1`, actualizadoEn: sql`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Many last uses in one statement; an older one never covers a newer one of another worker. */
export async function writeLastUses(db: Kysely<Database>, uses: ReadonlyMap<string, Date>): Promise<void> {
  await sql`
    update tokens set ultimo_uso = usado.momento
    from unnest(${[...uses.keys()]}::uuid[], ${[...uses.values()]}::timestamptz[]) as usado (id, momento)
    where tokens.id = usado.id and (ultimo_uso is null or ultimo_uso < usado.momento)`.execute(db)
}
