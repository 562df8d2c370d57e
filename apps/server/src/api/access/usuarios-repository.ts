import { Duplicado, listPermissions, type Role, roleSchema } from '@div/contract'
import { type Kysely, type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import { containing } from '../../db/like-pattern.ts'
import type { Database } from '../../db/tables.ts'

export const ORDENES = ['username', 'email', 'role', 'creadoEn', 'ultimoAcceso'] as const

/** One page of the list of users. */
export interface UsuariosQuery {
  q: string
  /** Empty: of all roles. */
  role: Role | ''
  /** Empty: also those who may not sign in. */
  activo: 'true' | 'false' | ''
  orden: (typeof ORDENES)[number]
  direccion: 'asc' | 'desc'
  limite: number
  /** How many are passed over. */
  desde: number
}

export type Usuario = Selectable<Database['usuarios']> & { role: Role }

export async function findUsuario(
  db: Kysely<Database>,
  id: string,
  options: { lock?: boolean } = {},
): Promise<Usuario | undefined> {
  const query = db.selectFrom('usuarios').selectAll().where('id', '=', id)
  return toUsuario(await (options.lock ? query.forUpdate() : query).executeTakeFirst())
}

/** Names are compared without case. */
export async function findUsuarioByName(
  db: Kysely<Database>,
  username: string,
): Promise<Usuario | undefined> {
  const query = db.selectFrom('usuarios').selectAll()
  return toUsuario(await query.where(sql`lower(username)`, '=', sql`lower(${username})`).executeTakeFirst())
}

export async function listUsuarios(
  db: Kysely<Database>,
  { q, role, activo, orden, direccion, limite, desde }: UsuariosQuery,
): Promise<{ usuarios: Usuario[]; total: number }> {
  const pattern = containing(q)
  const where = sql<SqlBool>`
    unaccent(username || ' ' || email) ilike unaccent(${pattern})
    and ${role} in ('', role) and ${activo} in ('', activo::text)`
  const rows = await db
    .selectFrom('usuarios')
    .selectAll()
    .where(where)
    .orderBy(orden, direccion)
    .orderBy('id', direccion)
    .limit(limite)
    .offset(desde)
    .execute()
  const { total } = await db
    .selectFrom('usuarios')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where(where)
    .executeTakeFirstOrThrow()
  return { usuarios: rows.flatMap((row) => toUsuario(row) ?? []), total: Number(total) }
}

/** Users who may administer now. Locks them, so that two admins cannot remove each other at once. */
export async function listActiveAdmins(trx: Transaction<Database>): Promise<string[]> {
  const rows = await trx
    .selectFrom('usuarios')
    .select('id')
    .where('role', '=', 'admin')
    .where('activo', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Throws Duplicado with its field. */
export async function insertUsuario(
  trx: Transaction<Database>,
  values: Pick<Usuario, 'id' | 'username' | 'email' | 'role' | 'activo' | 'passwordHash' | 'actualizadoPor'> &
    Partial<Pick<Usuario, 'debeCambiarPassword'>>,
): Promise<Usuario> {
  const query = trx
    .insertInto('usuarios')
    .values({ ...values, ultimoAcceso: null })
    .returningAll()
  return present(await translateConflict(query.executeTakeFirstOrThrow(), values))
}

/** Throws Duplicado with its field. */
export async function updateUsuario(
  trx: Transaction<Database>,
  id: string,
  values: Partial<
    Pick<
      Usuario,
      'username' | 'email' | 'role' | 'activo' | 'passwordHash' | 'debeCambiarPassword' | 'actualizadoPor'
    >
  >,
): Promise<Usuario> {
  const query = trx
    .updateTable('usuarios')
    .set({ ...values, revision: sql`revision + 1`, actualizadoEn: sql`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
  return present(await translateConflict(query.executeTakeFirstOrThrow(), values))
}

/** Writes down the sign-in. False: the user is gone, inactive or has another password by now. */
export async function touchAcceso(
  trx: Transaction<Database>,
  { id, passwordHash }: Pick<Usuario, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const touched = await trx
    .updateTable('usuarios')
    .set({ ultimoAcceso: new Date() })
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('activo', '=', true)
    .returning('id')
    .executeTakeFirst()
  return touched !== undefined
}

export async function deleteUsuario(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.deleteFrom('usuarios').where('id', '=', id).execute()
}

/** What a person sees of a user; never the password. */
export function describeUsuario(usuario: Usuario) {
  const { id, username, email, role, activo, ultimoAcceso, debeCambiarPassword } = usuario
  const { revision, creadoEn, actualizadoEn, actualizadoPor } = usuario
  return {
    id,
    username,
    email,
    role,
    activo,
    ultimoAcceso,
    debeCambiarPassword,
    revision,
    creadoEn,
    actualizadoEn,
    actualizadoPor,
  }
}

/** What a user sees of themselves: also what they may do. */
export function describeSelf({ id, username, email, role, debeCambiarPassword }: Usuario) {
  return { id, username, email, role, debeCambiarPassword, permisos: listPermissions(role) }
}

function toUsuario(row: Selectable<Database['usuarios']> | undefined): Usuario | undefined {
  return row && { ...row, role: roleSchema.parse(row.role) }
}

function present(row: Selectable<Database['usuarios']>): Usuario {
  return { ...row, role: roleSchema.parse(row.role) }
}

async function translateConflict<Result>(
  statement: Promise<Result>,
  values: { username?: string; email?: string },
): Promise<Result> {
  try {
    return await statement
  } catch (cause) {
    if (!(cause instanceof Error && 'constraint' in cause)) throw cause
    const campo = cause.constraint === 'usuarios_username' ? 'username' : 'email'
    if (cause.constraint !== `usuarios_${campo}`) throw cause
    const errores = [{ campo, mensaje: 'Ya existe otro igual.' }]
    throw new Duplicado({ campo, valor: values[campo] ?? '' }, { cause, errores })
  }
}
