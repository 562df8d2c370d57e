import { createHash } from 'node:crypto'
import { access, chown, mkdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { PostgresIncluidoFallido } from '@div/contract'

/** Who the database runs as: PostgreSQL refuses to run as root. Null: as ourselves. */
export interface Account {
  uid: number
  gid: number
}

/** `nobody` and `nogroup` of every Linux distribution. */
const NOBODY: Account = { uid: 65_534, gid: 65_534 }
/** Where root keeps the database when the chosen folder cannot be reached by the account it must run as. */
const SYSTEM_FOLDER = '/var/lib/div'
/** The bytes that a Unix socket's address holds (sockaddr_un), less PostgreSQL's file name. */
const SOCKET_FOLDER_BYTES = 107 - '/.s.PGSQL.5432'.length

export async function chooseAccount(folder: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const { uid, gid } = await stat(folder)
  return uid === 0 ? NOBODY : { uid, gid }
}

/** The folder of the embedded database: inside the data folder, unless its account could not get there. */
export async function chooseHome(dataDir: string, account: Account | null): Promise<string> {
  if (account === null || (await isReachable(dataDir, account))) return join(dataDir, 'postgres')
  return join(SYSTEM_FOLDER, shortHash(dataDir))
}

/** A private folder, short enough for the address of a socket. */
export async function makeSocketFolder(home: string, account: Account | null): Promise<string> {
  const inside = join(home, 'socket')
  const folder =
    Buffer.byteLength(inside) <= SOCKET_FOLDER_BYTES ? inside : join(tmpdir(), `div-${shortHash(home)}`)
  await makePrivateFolder(folder, account)
  return folder
}

/** Makes it for the account alone; refuses a folder of that name that belongs to somebody else. */
export async function makePrivateFolder(folder: string, account: Account | null): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account) return chown(folder, account.uid, account.gid)
  const { uid } = await stat(folder)
  if (process.getuid && uid !== process.getuid()) {
    throw new PostgresIncluidoFallido({ motivo: `la carpeta ${folder} es de otro usuario del sistema.` })
  }
}

/** May the account enter the folder and every folder above it? */
export async function isReachable(path: string, account: Account): Promise<boolean> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if (!(mode & bit)) return false
    if (folder === dirname(folder)) return true
  }
}

export async function exists(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    // The only question is whether it can be seen.
    return false
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(resolve(text)).digest('hex').slice(0, 12)
}
