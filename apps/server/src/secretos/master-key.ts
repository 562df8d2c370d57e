import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ClaveMaestraIlegible } from '@div/contract'
import type { Config } from '../config.ts'

const KEY_BYTES = 32

/** From the settings, else from the data folder, where the first start leaves a new one. Throws ClaveMaestraIlegible. */
export async function loadMasterKey({
  masterKey,
  masterKeyFile,
  dataDir,
}: Pick<Config, 'masterKey' | 'masterKeyFile' | 'dataDir'>): Promise<Buffer> {
  if (masterKey !== undefined) return parseMasterKey(masterKey, 'DIV_MASTER_KEY')
  if (masterKeyFile !== undefined) {
    const text = await readFile(masterKeyFile, 'utf8').catch((cause: unknown) => {
      throw new ClaveMaestraIlegible({ origen: masterKeyFile }, { cause })
    })
    return parseMasterKey(text, masterKeyFile)
  }
  const file = masterKeyFileOf({ dataDir })
  const known = await readFile(file, 'utf8').catch(() => null)
  return known === null ? makeMasterKey(file) : parseMasterKey(known, file)
}

/** Where the key is that no setting names. */
export function masterKeyFileOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'clave-maestra')
}

/** Leaves a new random key in a file that nobody else may read. Fails when the file is there. */
export async function makeMasterKey(file: string): Promise<Buffer> {
  const fresh = randomBytes(KEY_BYTES)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${fresh.toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  return fresh
}

/** 32 bytes as base64 or as 64 hexadecimal digits. */
export function parseMasterKey(text: string, origen: string): Buffer {
  const trimmed = text.trim()
  const bytes = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64')
  if (bytes.length !== KEY_BYTES) throw new ClaveMaestraIlegible({ origen })
  return bytes
}
