import type { Limits } from '@div/contract'
import type { Kysely } from 'kysely'
import { insertRecord } from '../api/resource/register-resource.ts'
import type { Actor } from '../api/resource/resource-definition.ts'
import { describeServidores } from '../api/servidores/servidores.ts'
import { createFirstAdmin } from '../api/usuarios/create-first-admin.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/tables.ts'
import { installSamples } from '../samples/install-samples.ts'
import type { Secretos } from '../secretos/secretos.ts'

const SISTEMA: Actor = { id: 'sistema', username: 'sistema', role: 'admin' }
const INTERNO = 'Interno'

export interface FillOptions {
  db: Kysely<Database>
  secretos: Secretos
  config: Pick<Config, 'sqliteDirs' | 'dataDir' | 'samples' | 'adminPassword' | 'limits'>
}

/** The built-in servidor, the sample shop and, last, the first admin, so that a start that was interrupted is taken up again. Answers the admin's password. */
export async function fillDatabase({ db, secretos, config }: FillOptions): Promise<string | null> {
  const [folder] = config.sqliteDirs
  const internoId = (await findInterno(db)) ?? (await createInterno(db, { secretos, limits: config.limits }))
  const hasCanales = await db.selectFrom('canales').select('id').limit(1).executeTakeFirst()
  if (config.samples && folder !== undefined && !hasCanales) {
    const { limits } = config
    await installSamples(db, { secretos, limits, folder, internoId, usuario: SISTEMA })
  }
  return createFirstAdmin({ db }, config)
}

async function findInterno(db: Kysely<Database>): Promise<string | undefined> {
  const row = await db.selectFrom('servidores').select('id').where('nombre', '=', INTERNO).executeTakeFirst()
  return row?.id
}

async function createInterno(
  db: Kysely<Database>,
  { secretos, limits }: { secretos: Secretos; limits: Limits },
): Promise<string> {
  const body = {
    nombre: INTERNO,
    tipoServidor: 'interno',
    descripcion: 'Lo que DIV trae: otros procesos, tablas, consecutivos, esperas y registro',
    config: {},
  }
  const servidores = describeServidores({ secretos, carpetaArchivos: [], limits })
  const { id } = await db
    .transaction()
    .execute((trx) => insertRecord(servidores, { trx, usuario: SISTEMA, body }))
  return id
}
