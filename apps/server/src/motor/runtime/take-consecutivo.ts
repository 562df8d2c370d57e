import { NoEncontrado } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { cancelledBy } from './cancelled-by.ts'

/** In one statement, so that no two callers in the cluster get the same. Throws NoEncontrado. */
export async function takeConsecutivos(
  db: Kysely<Database>,
  nombre: string,
  cantidad: number,
  signal?: AbortSignal,
): Promise<readonly (number | string)[]> {
  const row = await db
    .updateTable('consecutivos')
    .set({ ultimo: sql`coalesce(ultimo + incremento, inicio) + incremento * ${cantidad - 1}::bigint` })
    .where('nombre', '=', nombre)
    .returning(['ultimo', 'incremento', 'prefijo', 'largo'])
    .executeTakeFirst(cancelledBy(signal))
  if (!row) throw new NoEncontrado({ recurso: 'el consecutivo', id: nombre })
  const { ultimo, incremento, prefijo, largo } = row
  // Beyond 2^53 a number would not be exact.
  const last = BigInt(ultimo ?? 0)
  const step = BigInt(incremento)
  return Array.from({ length: cantidad }, (_each, index) => {
    const value = last - step * BigInt(cantidad - 1 - index)
    if (prefijo !== '' || largo > 0) return `${prefijo}${String(value).padStart(largo, '0')}`
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  })
}

export async function takeConsecutivo(db: Kysely<Database>, nombre: string): Promise<number | string> {
  const [value] = await takeConsecutivos(db, nombre, 1)
  if (value === undefined) throw new NoEncontrado({ recurso: 'el consecutivo', id: nombre })
  return value
}
