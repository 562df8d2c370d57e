import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PostgresIncluidoFallido } from '@div/contract'
import { type Binaries, copyBinaries, locateBinaries } from './binaries.ts'
import {
  type Account,
  chooseAccount,
  chooseHome,
  exists,
  isReachable,
  makePrivateFolder,
  makeSocketFolder,
} from './folders.ts'
import { stopOrphan } from './orphan.ts'
import { type Address, runInitdb, startPostmaster } from './programs.ts'

/** The major version of the binaries; a folder of another one needs a dump and a restore. */
const MAJOR_VERSION = '18'

export interface EmbeddedOptions {
  dataDir: string
  /** A TCP port on loopback instead of a Unix socket: on Windows, and for tests whose peers need one. */
  port?: number
  /** Lets go of durability. For tests. */
  unsafe?: boolean
}

export interface EmbeddedPostgres {
  url: string
  pid: number
  /** Ends it with a fast shutdown: open transactions are rolled back, committed ones are on disk. */
  stop(): Promise<void>
  /** Settles when it ends without having been asked to. */
  readonly crashed: Promise<Error>
}

/**
 * Starts the PostgreSQL that the product brings along; makes its data folder at the first start. The caller holds the data folder's
 * lock, so a postmaster that is found running belongs to nobody and is stopped first.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true })
  const account = await chooseAccount(options.dataDir)
  const home = await chooseHome(options.dataDir, account)
  await mkdir(dirname(home), { recursive: true, mode: 0o755 })
  await makePrivateFolder(home, account)
  const binaries = await reachableBinaries(home, account)
  const cluster = join(home, 'datos')

  const password = await readPassword(home)
  if (await exists(cluster)) await refuseOtherVersion(cluster)
  else await makeCluster({ binaries, account, cluster, password })

  await stopOrphan(cluster)
  const address: Address =
    options.port === undefined && process.platform !== 'win32'
      ? { socket: await makeSocketFolder(home, account) }
      : { port: options.port ?? 54_320, password }
  return startPostmaster({ binaries, account, cluster, address, unsafe: options.unsafe ?? false })
}

async function reachableBinaries(home: string, account: Account | null): Promise<Binaries> {
  const installed = await locateBinaries()
  if (account === null || (await isReachable(dirname(installed.postgres), account))) return installed
  return copyBinaries(installed, join(home, `binarios-${MAJOR_VERSION}`))
}

async function refuseOtherVersion(cluster: string): Promise<void> {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (version === MAJOR_VERSION) return
  const found = version === '' ? 'no es una carpeta de PostgreSQL completa' : `es de PostgreSQL ${version}`
  throw new PostgresIncluidoFallido({
    motivo: `la carpeta ${cluster} ${found} y este DIV trae el ${MAJOR_VERSION}. Restaure una copia de seguridad o pásela con pg_dump desde la versión anterior.`,
  })
}

/** Initialised beside its place and moved there at the end: a start that was interrupted leaves nothing half made. */
async function makeCluster(options: {
  binaries: Binaries
  account: Account | null
  cluster: string
  password: string
}): Promise<void> {
  const { binaries, account, cluster, password } = options
  const unfinished = `${cluster}.nueva`
  const passwordFile = `${cluster}.clave`
  await rm(unfinished, { recursive: true, force: true })
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  try {
    if (account) await chown(passwordFile, account.uid, account.gid)
    await runInitdb({ binaries, account, folder: unfinished, passwordFile })
    await rename(unfinished, cluster)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/** Only TCP asks for it; the socket's folder is private. */
async function readPassword(home: string): Promise<string> {
  const file = join(home, 'clave')
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known !== '') return known
  const password = randomBytes(24).toString('base64url')
  await writeFile(file, password, { mode: 0o600 })
  return password
}
