import { type Role, roleSchema } from '@div/contract'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { hashBearer } from './bearer-secret.ts'

type ClaveRow = Selectable<Database['clavesDeApi']>

/** The last use is told by the minute: a program that calls often writes no row at each call. */
const USE_NOTED_EVERY = sql`interval '1 minute'`

/** The newest first. */
export function listClaves(db: Kysely<Database>, usuarioId: string): Promise<ClaveRow[]> {
  return db
    .selectFrom('clavesDeApi')
    .selectAll()
    .where('usuarioId', '=', usuarioId)
    .orderBy('creadoEn', 'desc')
    .orderBy('id')
    .execute()
}

export function insertClave(
  trx: Transaction<Database>,
  values: Pick<ClaveRow, 'id' | 'usuarioId' | 'nombre' | 'hash' | 'prefijo' | 'expiraEn'>,
): Promise<ClaveRow> {
  return trx
    .insertInto('clavesDeApi')
    .values({ ...values, ultimoUso: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Undefined: the user has no such key. */
export function deleteClave(
  trx: Transaction<Database>,
  { id, usuarioId }: Pick<ClaveRow, 'id' | 'usuarioId'>,
): Promise<ClaveRow | undefined> {
  return trx
    .deleteFrom('clavesDeApi')
    .where('id', '=', id)
    .where('usuarioId', '=', usuarioId)
    .returningAll()
    .executeTakeFirst()
}

/** Of whoever lost the account: what was made while another one had it goes too. */
export async function deleteClavesOf(trx: Transaction<Database>, usuarioId: string): Promise<void> {
  await trx.deleteFrom('clavesDeApi').where('usuarioId', '=', usuarioId).execute()
}

/** Whose key it is, as they are now; undefined: nobody's, or no longer good. */
export async function findClaveOwner(
  db: Kysely<Database>,
  clave: string,
): Promise<{ id: string; username: string; role: Role; debeCambiarPassword: boolean } | undefined> {
  const row = await db
    .selectFrom('clavesDeApi')
    .innerJoin('usuarios', 'usuarios.id', 'clavesDeApi.usuarioId')
    .select(['usuarios.id', 'username', 'role', 'debeCambiarPassword', 'clavesDeApi.id as claveId'])
    .select(sql<boolean>`ultimo_uso is null or ultimo_uso < now() - ${USE_NOTED_EVERY}`.as('isUnnoted'))
    .where('hash', '=', hashBearer(clave))
    .where('expiraEn', '>', sql<Date>`now()`)
    .where('activo', '=', true)
    .executeTakeFirst()
  if (!row) return undefined
  const { claveId, isUnnoted, role, ...owner } = row
  if (isUnnoted)
    await db.updateTable('clavesDeApi').set({ ultimoUso: new Date() }).where('id', '=', claveId).execute()
  return { ...owner, role: roleSchema.parse(role) }
}
