import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { hashPassword } from './password.ts'
import { type Usuario, updateUsuario } from './usuarios-repository.ts'

/** The user of the first start; its password stands in this file of the data folder until it is changed (contract). */
export const FIRST_ADMIN = { username: 'admin', file: 'admin-inicial.txt' }

/** Stores the password and forgets the first one. Ending the sessions is left to the caller. */
export async function setPassword(
  trx: Transaction<Database>,
  {
    usuario,
    password,
    dataDir,
    debeCambiarPassword = false,
  }: {
    usuario: Usuario
    password: string
    dataDir: string
    /** It is temporary: whoever signs in with it has to choose another one. */
    debeCambiarPassword?: boolean
  },
): Promise<Usuario> {
  const passwordHash = await hashPassword(password)
  const changed = await updateUsuario(trx, usuario.id, { passwordHash, debeCambiarPassword })
  if (usuario.username === FIRST_ADMIN.username) await rm(join(dataDir, FIRST_ADMIN.file), { force: true })
  return changed
}
