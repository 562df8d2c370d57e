import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { CarpetaAjena, VersionDeDatosDistinta } from '@div/contract'
import { type Binaries, checkBinaries, locateBinaries, reachableBinaries } from './binaries.ts'
import { codeOf, explainingFolder } from './explain-folder.ts'
import { choosePlace, clusterOf, exists, makeHome, makeSocketFolder, type Place } from './folders.ts'
import { removeStaleSockets, stopLeftovers } from './leftovers.ts'
import { type Address, type RunningPostgres, runInitdb, startPostmaster } from './programs.ts'

/** The major version of the binaries; a folder of another one needs a dump and a restore. */
const MAJOR_VERSION = '18'
/** Where root keeps the database when the chosen folder cannot be reached by the account it must run as. */
const SYSTEM_FOLDER = '/var/lib/div'
const WINDOWS_PORT = 54_320

export interface EmbeddedOptions {
  dataDir: string
  /** A TCP port on loopback instead of a Unix socket: on Windows, and for tests whose peers need one. */
  port?: number
  /** Lets go of durability. For tests. */
  unsafe?: boolean
  /** Others than those that came with the product. */
  binaries?: Binaries
  systemFolder?: string
}

/**
 * Starts the PostgreSQL that the product brings along; makes its data folder at the first start. The caller holds the data folder's
 * lock, so a postmaster that is found running belongs to nobody and is stopped first. What can go wrong is an error that says what to
 * do; nothing is left running or half made then.
 */
export function startEmbeddedPostgres(options: EmbeddedOptions): Promise<RunningPostgres> {
  const dataDir = resolve(options.dataDir)
  return explainingFolder(dataDir, () => start({ ...options, dataDir }))
}

async function start({
  dataDir,
  port = process.platform === 'win32' ? WINDOWS_PORT : undefined,
  unsafe = false,
  binaries: given,
  systemFolder = SYSTEM_FOLDER,
}: EmbeddedOptions): Promise<RunningPostgres> {
  const installed = given ?? (await locateBinaries())
  await checkBinaries(installed)
  await mkdir(dataDir, { recursive: true })
  const place = await choosePlace({ dataDir, systemFolder })
  const cluster = clusterOf(place.home)
  const isFirst = !(await exists(cluster))
  if (!isFirst) await refuseForeign(cluster)

  await makeHome(place)
  const binaries = await reachableBinaries(installed, place)
  const password = await readPassword(place.home)
  const unfinished = `${cluster}.nueva`
  await stopLeftovers({ cluster, unfinished })
  if (isFirst) await makeCluster({ binaries, place, unfinished, password, unsafe })

  const run = (address: Address) =>
    startPostmaster({ binaries, account: place.account, cluster, address, unsafe })
  return port === undefined ? runOnSocket(place, run) : run({ port, password })
}

async function runOnSocket(
  place: Place,
  run: (address: Address) => Promise<RunningPostgres>,
): Promise<RunningPostgres> {
  const { socket, temporary } = await makeSocketFolder(place)
  const tidy = () => (temporary ? rm(socket, { recursive: true, force: true }) : Promise.resolve())
  await removeStaleSockets(socket)
  try {
    const postgres = await run({ socket })
    return { ...postgres, stop: () => postgres.stop().finally(tidy) }
  } catch (error) {
    await tidy()
    throw error
  }
}

/** Before anything is written: a database of somebody else, or of another version, stays as it is. */
async function refuseForeign(cluster: string): Promise<void> {
  const version = await readText(join(cluster, 'PG_VERSION'))
  if (version === '') {
    throw new CarpetaAjena({ carpeta: cluster, motivo: 'falta el archivo PG_VERSION' })
  }
  if (version.trim() !== MAJOR_VERSION) {
    throw new VersionDeDatosDistinta({
      carpeta: cluster,
      encontrada: version.trim(),
      incluida: MAJOR_VERSION,
    })
  }
}

/** Initialised beside its place and moved there at the end: a start that was interrupted leaves nothing half made. */
async function makeCluster(options: {
  binaries: Binaries
  place: Place
  unfinished: string
  password: string
  unsafe: boolean
}): Promise<void> {
  const { binaries, place, unfinished, password, unsafe } = options
  const { home, account } = place
  const passwordFile = join(home, 'clave.initdb')
  // What initdb had started may write for a moment after whoever began it was killed.
  await rm(unfinished, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  try {
    await writePasswordFile({ file: passwordFile, password, place })
    await runInitdb({ binaries, account, folder: unfinished, passwordFile, unsafe })
    await rename(unfinished, clusterOf(home))
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/** For the account's eyes. Made anew: as root we follow no link that the account could have put there. */
async function writePasswordFile({
  file,
  password,
  place: { account },
}: {
  file: string
  password: string
  place: Place
}): Promise<void> {
  await rm(file, { force: true })
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(`${password}\n`)
    if (account) await handle.chown(account.uid, account.gid)
  } finally {
    await handle.close()
  }
}

/** Only TCP asks for it; the socket's folder is private. */
async function readPassword(home: string): Promise<string> {
  const file = join(home, 'clave')
  const known = await readText(file)
  if (known !== '') return known
  const password = randomBytes(24).toString('base64url')
  await rm(file, { force: true })
  await writeFile(file, password, { flag: 'wx', mode: 0o600 })
  return password
}

/** Empty when there is no such file. */
async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    // Every other failure is the folder's.
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  }
}
