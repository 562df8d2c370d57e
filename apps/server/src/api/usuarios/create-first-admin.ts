import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { hashPassword } from '../access/password.ts'
import { FIRST_ADMIN } from '../access/set-password.ts'
import { insertUsuario } from '../access/usuarios-repository.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'

const RANDOM_BYTES = 18

/** On an empty database: the user `admin`. Answers its password, to be shown once; null when there are users already. */
export async function createFirstAdmin(
  { db }: Pick<ApiDeps, 'db'>,
  { dataDir, adminPassword }: { dataDir: string; adminPassword?: string | undefined },
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    // Of two nodes that start at once on one database only one makes the user.
    await sql`lock table usuarios in share row exclusive mode`.execute(trx)
    if (await trx.selectFrom('usuarios').select('id').limit(1).executeTakeFirst()) return null
    const password = adminPassword ?? randomBytes(RANDOM_BYTES).toString('base64url')
    const { username, file } = FIRST_ADMIN
    const { id } = await insertUsuario(trx, {
      id: uuid(),
      username,
      email: 'admin@div.local',
      role: 'admin',
      activo: true,
      passwordHash: await hashPassword(password),
      actualizadoPor: null,
    })
    await audit(trx, {
      usuario: 'sistema',
      accion: 'crear',
      recurso: 'usuarios',
      recursoId: id,
      detalle: { username },
    })
    await mkdir(dataDir, { recursive: true })
    await writeFile(join(dataDir, file), `usuario: ${username}\ncontraseña: ${password}\n`, { mode: 0o600 })
    return password
  })
}
