import { NoEncontrado } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'

/**
 * Takes the next value of a named sequence: a number, or text where it has a prefix or a width. One statement, so that no two callers
 * in the cluster get the same. A value that a failed run took is not given again. Throws NoEncontrado.
 */
export async function takeConsecutivo(db: Kysely<Database>, nombre: string): Promise<number | string> {
  const row = await db
    .updateTable('consecutivos')
    .set({ ultimo: sql`coalesce(ultimo + incremento, inicio)` })
    .where('nombre', '=', nombre)
    .returning(['ultimo', 'prefijo', 'largo'])
    .executeTakeFirst()
  if (!row) throw new NoEncontrado({ recurso: 'el consecutivo', id: nombre })
  const digits = String(row.ultimo)
  if (row.prefijo !== '' || row.largo > 0) return `${row.prefijo}${digits.padStart(row.largo, '0')}`
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits
}
