import { mkdir } from 'node:fs/promises'
import type { FillOptions } from './fill-database.ts'

/** Fills a database that has no users. Answers the admin's password; null when there was nothing to do. */
export async function firstStart(options: FillOptions): Promise<string | null> {
  const { db, config } = options
  const [folder] = config.sqliteDirs
  if (folder !== undefined) await mkdir(folder, { recursive: true })
  if (await db.selectFrom('usuarios').select('id').limit(1).executeTakeFirst()) return null
  // What makes the sample shop is half of the product: a supervisor that has nothing to fill keeps none of it in memory.
  const { fillDatabase } = await import('./fill-database.ts')
  return fillDatabase(options)
}
