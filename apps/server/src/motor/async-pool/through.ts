import { CompiledQuery, type Kysely } from 'kysely'
import type { Db } from 'pg-boss'
import type { Database } from '../../db/tables.ts'

/** pg-boss through a transaction of ours: its columns are its own. */
export function through(trx: Kysely<Database>): Db {
  const plain = trx.withoutPlugins()
  return {
    executeSql: async (text, values = []) => {
      const { rows } = await plain.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))
      return { rows }
    },
  }
}
