import { roleSchema } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Pidiente } from '../capacidades/capacidades.ts'

/** Who tries a proceso out; null: it runs for nobody. */
export async function findPidiente(db: Kysely<Database>, usuarioId: string | undefined): Promise<Pidiente> {
  if (usuarioId === undefined) return null
  const row = await db
    .selectFrom('usuarios')
    .select(['id', 'role'])
    .where('id', '=', usuarioId)
    .where('activo', '=', true)
    .executeTakeFirst()
  return row ? { id: row.id, role: roleSchema.parse(row.role) } : null
}
