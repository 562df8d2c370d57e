import { BaseDeDatosIncompatible } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

import { up as initial } from './migrations/0001-initial.ts'
import type { Database } from './tables.ts'

/** In order, forward only. Listed by hand so that a bundle holds them. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-initial': { up: initial },
}

/**
 * Brings the database to the present version. Each migration is one transaction under an advisory lock, so that several nodes may
 * start at once. Throws BaseDeDatosIncompatible when the database is newer than the product or was changed by something else.
 */
export async function migrateDatabase(db: Kysely<Database>): Promise<void> {
  await refuseForeign(db)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...MIGRATIONS }) },
    migrationTableName: 'migraciones',
    migrationLockTableName: 'migraciones_cerrojo',
  })
  const { error, results } = await migrator.migrateToLatest()
  const failed = results?.find(({ status }) => status === 'Error')
  if (failed) {
    throw new BaseDeDatosIncompatible(
      { motivo: `la migración ${failed.migrationName} falló y se deshizo entera` },
      { cause: error },
    )
  }
  if (error)
    throw new BaseDeDatosIncompatible(
      { motivo: 'sus migraciones no son las de esta versión' },
      { cause: error },
    )
}

/** A database with our tables but without our record of them was restored or changed by hand: half of it may be missing. */
async function refuseForeign(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ recorded: boolean; ours: boolean }>`
    select to_regclass('migraciones') is not null as recorded, to_regclass('procesos') is not null as ours`.execute(
    db,
  )
  const [found] = rows
  if (found?.ours && !found.recorded) {
    throw new BaseDeDatosIncompatible({
      motivo: 'tiene tablas de DIV pero no el registro de sus migraciones',
    })
  }
  if (!found?.recorded) return
  const applied = await sql<{ name: string }>`select name from migraciones order by name`.execute(db)
  const unknown = applied.rows.find(({ name }) => !(name in MIGRATIONS))
  if (unknown) {
    throw new BaseDeDatosIncompatible({
      motivo: `la usó una versión más nueva de DIV (migración ${unknown.name})`,
    })
  }
  if (applied.rows.length > 0 && !found.ours) {
    throw new BaseDeDatosIncompatible({ motivo: 'consta como migrada, pero le faltan tablas' })
  }
}
