import { roleSchema } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Actor } from '../../api/resource/resource-definition.ts'
import type { Database } from '../../db/tables.ts'

/** For whom something is done, as they are now; null: for nobody, or their account is not active. */
export async function findPidiente(
  db: Kysely<Database>,
  usuarioId: string | undefined,
): Promise<Actor | null> {
  if (usuarioId === undefined) return null
  const row = await db
    .selectFrom('usuarios')
    .select(['id', 'username', 'role'])
    .where('id', '=', usuarioId)
    .where('activo', '=', true)
    .executeTakeFirst()
  return row ? { ...row, role: roleSchema.parse(row.role) } : null
}
