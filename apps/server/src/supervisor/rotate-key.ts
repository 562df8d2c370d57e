import { readFile, rename } from 'node:fs/promises'
import { ClaveMaestraIlegible } from '@div/contract'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { loadMasterKey, makeMasterKey, masterKeyFileOf, parseMasterKey } from '../secretos/master-key.ts'
import { rotateMasterKey } from '../secretos/rotate-master-key.ts'
import { openDatabaseServer } from './database-server.ts'

/**
 * Seals every secret under a new master key while the product is stopped. The new key is the one of `newKeyFile`, else a random one.
 * It is on disk before anything is sealed under it. Answers what was done, for whoever ran the command.
 */
export async function rotateKey({
  config,
  log,
  newKeyFile,
}: {
  config: Config
  log: Logger
  newKeyFile: string | undefined
}): Promise<string> {
  const old = await loadMasterKey(config)
  const own = masterKeyFileOf(config)
  const next = newKeyFile ?? `${own}.nueva`
  const known = await readKey(next)
  if (known === null && newKeyFile !== undefined) throw new ClaveMaestraIlegible({ origen: next })
  const fresh = known ?? (await makeMasterKey(next))
  const database = await openDatabaseServer(config, log)
  try {
    const db = openDatabase(database.url, { maxConnections: 2, applicationName: 'div-rotar-clave' })
    const count = await rotateMasterKey(db, { old, new: fresh }).finally(() => db.destroy())
    const isOurs = config.masterKey === undefined && config.masterKeyFile === undefined
    const secretos = count === 1 ? '1 secreto cifrado' : `${count} secretos cifrados`
    const done = `${secretos} con la clave nueva. Las sesiones abiertas terminan.`
    if (!isOurs || newKeyFile !== undefined) {
      return `${done}\nArranque DIV con la clave de ${next} en DIV_MASTER_KEY_FILE o DIV_MASTER_KEY.`
    }
    await rename(own, `${own}.anterior`)
    await rename(next, own)
    return `${done}\nLa clave nueva está en ${own}; la anterior, en ${own}.anterior.`
  } finally {
    await database.close()
  }
}

async function readKey(file: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : parseMasterKey(text, file)
}
