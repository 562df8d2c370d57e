import { BaseDeDatosInaccesible, BaseDeDatosIncompatible, lookUp } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import { describeCause } from '../red/describe-cause.ts'
import type { Database } from './tables.ts'

/** What we use came with PostgreSQL 15 at the latest: `unique nulls not distinct`. */
const OLDEST_VERSION = 150_000

/** PostgreSQL's codes (Appendix A of its manual) that the setting of the address can mend. */
const SENTENCES: Readonly<Record<string, string>> = {
  '3D000': 'la base de datos no existe; créela antes',
  '28P01': 'el usuario o la contraseña no son válidos',
  '28000': 'el servidor no admite a ese usuario desde este equipo',
  '42501': 'el usuario no tiene permiso sobre ella',
  '53300': 'el servidor no admite más conexiones',
  '57P03': 'el servidor todavía está arrancando',
}

/** Throws BaseDeDatosInaccesible or BaseDeDatosIncompatible with what to do. */
export async function checkConnection(db: Kysely<Database>): Promise<void> {
  const { version, encoding } = await readServer(db)
  if (version < OLDEST_VERSION) {
    throw new BaseDeDatosIncompatible({
      motivo: `su servidor es PostgreSQL ${Math.floor(version / 10_000)} y hace falta el 15 o posterior`,
    })
  }
  if (encoding !== 'UTF8') {
    throw new BaseDeDatosIncompatible({ motivo: `guarda textos en ${encoding} y hace falta UTF8` })
  }
}

async function readServer(db: Kysely<Database>): Promise<{ version: number; encoding: string }> {
  try {
    const { rows } = await sql<{ version: number; encoding: string }>`
      select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`.execute(
      db,
    )
    return rows[0] ?? { version: 0, encoding: '' }
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    throw new BaseDeDatosInaccesible({ motivo: lookUp(SENTENCES, code) ?? describeCause(cause) }, { cause })
  }
}
