import { type AccionAuditada, NoEncontrado, UltimoAdministrador } from '@div/contract'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import { endSessions } from '../access/refresh-tokens.ts'
import {
  deleteUsuario,
  findUsuario,
  listActiveAdmins,
  type Usuario,
  updateUsuario,
} from '../access/usuarios-repository.ts'
import { audit } from '../auditoria/audit.ts'

/** Lets a user sign in, or no longer: then the sessions end at once. Throws NoEncontrado and UltimoAdministrador. */
export async function activateUsuario(
  trx: Transaction<Database>,
  { id, activo, por }: { id: string; activo: boolean; por: string },
): Promise<Usuario> {
  const admins = await listActiveAdmins(trx)
  const before = await requireUsuario(trx, id, { lock: true })
  if (before.activo === activo) return before
  refuseLastAdmin(admins, before, { role: before.role, activo })
  const usuario = await updateUsuario(trx, before.id, { activo, actualizadoPor: por })
  if (!activo) await endSessions(trx, usuario.id)
  await auditUsuario(trx, { por, accion: activo ? 'activar' : 'desactivar', usuario })
  return usuario
}

/** Throws NoEncontrado and UltimoAdministrador. */
export async function removeUsuario(
  trx: Transaction<Database>,
  { id, por }: { id: string; por: string },
): Promise<void> {
  const admins = await listActiveAdmins(trx)
  const usuario = await requireUsuario(trx, id, { lock: true })
  refuseLastAdmin(admins, usuario, { role: usuario.role, activo: false })
  await deleteUsuario(trx, usuario.id)
  await auditUsuario(trx, { por, accion: 'eliminar', usuario })
}

/** Somebody must be able to administer after the change. Throws UltimoAdministrador. */
export function refuseLastAdmin(
  admins: readonly string[],
  { id }: Usuario,
  after: Pick<Usuario, 'role' | 'activo'>,
): void {
  const staysAdmin = after.role === 'admin' && after.activo
  if (!staysAdmin && admins.length === 1 && admins[0] === id) throw new UltimoAdministrador()
}

/** Throws NoEncontrado. */
export async function requireUsuario(
  db: Kysely<Database>,
  id: string,
  options: { lock?: boolean } = {},
): Promise<Usuario> {
  const usuario = z.uuid().safeParse(id).success ? await findUsuario(db, id, options) : undefined
  if (!usuario) throw new NoEncontrado({ recurso: 'el usuario', id })
  return usuario
}

export function auditUsuario(
  trx: Transaction<Database>,
  {
    por,
    accion,
    usuario: { id, username, role, activo },
  }: { por: string; accion: AccionAuditada; usuario: Usuario },
): Promise<void> {
  const detalle = { username, role, activo }
  return audit(trx, { usuario: por, accion, recurso: 'usuarios', recursoId: id, detalle })
}
