// Sets up what is missing: dependencies, and with --build the bundle. Runs on the Node that is installed, 20 or later.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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
  install()
  const node = findNode()
  if (process.argv.includes('--build')) build(node)
} finally {
  rmSync(LOCK, { recursive: true, force: true })
}

/** Two commands at once on one folder would delete what the other installs. A lock whose process is gone counts for nothing. */
async function holdLock() {
  for (;;) {
    try {
      mkdirSync(LOCK)
      writeFileSync(join(LOCK, 'pid'), String(process.pid))
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isAbandoned()) rmSync(LOCK, { recursive: true, force: true })
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function isAbandoned() {
  try {
    process.kill(Number(readFileSync(join(LOCK, 'pid'), 'utf8')), 0)
    return false
  } catch (error) {
    // No pid yet: its maker is between two statements, unless that was long ago.
    if (error.code === 'ENOENT') return !existsSync(LOCK) || Date.now() - statSync(LOCK).mtimeMs > 5_000
    return error.code === 'ESRCH'
  }
}

function install() {
  const lockfile = readFileSync(join(ROOT, 'package-lock.json'))
  const stamp = createHash('sha256')
    .update(lockfile)
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')
  if (readStamp(INSTALL_STAMP) === stamp) return
  say('Instalando lo que falta (sólo la primera vez)…')
  const npm = process.env.npm_execpath
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  run(npm ? process.execPath : 'npm', npm ? [npm, ...options] : options, 'No se pudo instalar.')
  writeFileSync(INSTALL_STAMP, stamp)
}

/** The Node that comes with the dependencies; where there is none for this system, the installed one if it is new enough. */
function findNode() {
  const own = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(own)) return own
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) return process.execPath
  fail(
    `Para ${process.platform} ${process.arch} no hay un Node incluido: instale Node ${NEEDED_MAJOR} o posterior.`,
  )
}

function build(node) {
  const stamp = describeSources()
  if (readStamp(BUILD_STAMP) === stamp) return
  say('Compilando…')
  run(node, [join(ROOT, 'tools', 'build.mjs')], 'No se pudo compilar.')
  writeFileSync(BUILD_STAMP, stamp)
}

/** Sizes and times of the sources: enough to see that one of them changed. */
function describeSources() {
  const hash = createHash('sha256')
  const add = (path) => {
    const { size, mtimeMs } = statSync(join(ROOT, path))
    hash.update(`${path} ${size} ${mtimeMs}\n`)
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
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** Its output is only shown when it fails. */
function run(command, args, failure) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) fail(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}\n${failure}`)
}

function say(text) {
  process.stderr.write(`${text}\n`)
}

function fail(text) {
  rmSync(LOCK, { recursive: true, force: true })
  say(text)
  process.exit(1)
}
