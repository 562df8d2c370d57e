import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { access, chmod, lchown, lstat, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CarpetaInaccesible } from '@div/contract'

/** Who the database runs as: PostgreSQL refuses to run as root. Null: as ourselves. */
export interface Account {
  uid: number
  gid: number
}

/** Where the embedded database lives and who runs it. */
export interface Place {
  home: string
  account: Account | null
}

/** `nobody` and `nogroup` of every Linux distribution. */
const NOBODY: Account = { uid: 65_534, gid: 65_534 }
/** The bytes that a Unix socket's address holds (sockaddr_un), less PostgreSQL's file name. */
const SOCKET_FOLDER_BYTES = 107 - '/.s.PGSQL.5432'.length

/** The folder of the database's files inside its home; its presence says that there was a first start. */
export function clusterOf(home: string): string {
  return join(home, 'datos')
}

/**
 * Inside the data folder; as root, in the system's folder when the account could not get there. A database that exists stays where it
 * is and with who owns it, also when the permissions of the folders above it have changed since.
 */
export async function choosePlace({
  dataDir,
  systemFolder,
}: {
  dataDir: string
  systemFolder: string
}): Promise<Place> {
  const inside = join(dataDir, 'postgres')
  if (process.getuid?.() !== 0) return { home: inside, account: null }
  const outside = join(systemFolder, shortHash(dataDir))
  for (const home of [inside, outside]) {
    const cluster = clusterOf(home)
    if (await exists(cluster)) return { home, account: accountOf(await stat(cluster)) }
  }
  const account = accountOf(await stat(dataDir))
  return { home: (await isReachable(dataDir, account)) ? inside : outside, account }
}

function accountOf({ uid, gid }: Stats): Account {
  return uid === 0 ? NOBODY : { uid, gid }
}

/** Makes the home private to its account and the folder that holds it one that the account may pass. */
export async function makeHome({ home, account }: Place): Promise<void> {
  const above = dirname(home)
  // The mode of mkdir is cut by the umask, which may be that of a careful root.
  if (await mkdir(above, { recursive: true })) await chmod(above, 0o755)
  await makePrivateFolder(home, account)
}

/** A private folder, short enough for the address of a socket; `temporary` when it lies outside the home. */
export async function makeSocketFolder({
  home,
  account,
}: Place): Promise<{ socket: string; temporary: boolean }> {
  const inside = join(home, 'socket')
  const temporary = Buffer.byteLength(inside) > SOCKET_FOLDER_BYTES
  // Not the folder of TMPDIR, which may be deep, private to root, or another one at the next start.
  const socket = temporary ? `/tmp/div-${shortHash(home)}` : inside
  await makePrivateFolder(socket, account)
  return { socket, temporary }
}

/** Makes it for the account alone; refuses what somebody else put in its place. */
async function makePrivateFolder(folder: string, account: Account | null): Promise<void> {
  const uid = account?.uid ?? process.getuid?.()
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  // Root follows no link here: whoever may write beside it could point it at any folder of the system.
  if (account && found.isDirectory() && (made !== undefined || found.uid === 0)) {
    return lchown(folder, account.uid, account.gid)
  }
  if (uid !== undefined && (await stat(folder)).uid !== uid) {
    throw new CarpetaInaccesible({ carpeta: folder, motivo: 'es de otro usuario del sistema' })
  }
  if (found.isDirectory()) await chmod(folder, 0o700)
}

/** May the account enter the folder and every folder above it? */
export async function isReachable(path: string, account: Account): Promise<boolean> {
  for (let folder = await realpath(path); ; folder = dirname(folder)) {
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
