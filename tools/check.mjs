// What must hold besides the tests; `--write` formats on the way. Every check runs, also after one that fails.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BIOME = program(import.meta.resolve('@biomejs/biome/package.json'), 'bin/biome')
const TSC = program(import.meta.resolve('tsc7/package.json'), 'bin/tsc')
const DEPCRUISE = program(import.meta.resolve('dependency-cruiser'), '../../bin/dependency-cruiser.mjs')
const KNIP = program(import.meta.resolve('knip'), '../bin/knip.js')
/** dependency-cruiser that understands no TypeScript finds no module and is content. */
const LEAST_MODULES = 400
const SCANNED = ['packages', 'apps', 'e2e', 'tests', 'bench']
/** Ways to run text as code (docs/architecture.md: no code runs). */
const RUNS_TEXT = String.raw`\b(eval|Function)\(|\.Function\b|['"](node:)?vm2?['"]`
/** Code of a package is imported by its name, and so only through its exports; what is to be read is no code. */
const REACHES_INSIDE = String.raw`'(\.\./)+([a-z]+/)?(packages|apps|src)/[^']*\.(ts|tsx|js|mjs)'|'@div/[a-z]+/src/`
/** Of this product nothing leads to the machine or the registry it was made on; a folder below another, such as features/home, is no place. */
const PLACES = String.raw`"resolved": "https?:|registry\.[a-z]+\.(org|com)|(^|[^[:alnum:]_.])/(home|Users|root|work)/[a-z]`
/** The Academy's spelling of today, everywhere the same. */
const OLD_SPELLING = '[sS]ólo'

const checks = {
  'formato y estilo': () => biome(process.argv.includes('--write')),
  tipos: () => node(TSC, ['-p', '.']),
  'tipos de la web': () => node(TSC, ['-p', 'apps/web']),
  'reglas entre salas': cruise,
  'código muerto': () => node(KNIP, ['--no-progress']),
  'paquetes por su nombre': () => findNothing(REACHES_INSIDE, ['packages', 'apps']),
  'tablas sin lo heredado': findInheritedLookUps,
  'nada ejecuta texto': () => findNothing(RUNS_TEXT, ['packages', 'apps']),
  'nada nombra un lugar': () => findNothing(PLACES, ['.', ':!tools/check.mjs']),
  '«solo» sin acento': () => findNothing(OLD_SPELLING, ['.', ':!tools/check.mjs']),
  'todas las plataformas': listMissingPlatforms,
}

let failed = 0
for (const [name, check] of Object.entries(checks)) {
  const began = performance.now()
  const { problem, note } = check()
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const title = note === undefined ? name : `${name}: ${note}`
  process.stdout.write(`${problem === null ? 'ok   ' : 'falla'}  ${title} (${seconds} s)\n`)
  if (problem === null) continue
  failed++
  process.stdout.write(`${problem}\n`)
}
process.exit(failed === 0 ? 0 : 1)

/** Complexity is a hint and not a wall: a warning is for whoever reads it in the editor. */
function biome(write) {
  return node(BIOME, ['check', ...(write ? ['--write'] : []), '--diagnostic-level=error', '.'])
}

function cruise() {
  const args = [...SCANNED, '--output-type', 'err']
  const { status, output } = run(process.execPath, [DEPCRUISE, ...args])
  const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0)
  const note = `${modules} módulos`
  if (status !== 0) return { problem: output, note }
  return { problem: modules < LEAST_MODULES ? `Se esperan al menos ${LEAST_MODULES}.` : null, note }
}

function findNothing(pattern, paths) {
  const { status, output } = run('git', ['grep', '-nIE', pattern, '--', ...paths])
  // git grep: 0 found, 1 found nothing.
  return { problem: status === 1 ? null : output }
}

/**
 * An index by a name that somebody else chose finds `constructor` in every table: `lookUp` of the contract does not. Tables that are
 * indexed by a word of this product have its words as their type and not `string`.
 */
function findInheritedLookUps() {
  const { output: files } = run('git', ['ls-files', 'packages/*/src/*.ts', 'apps/server/src/*.ts'])
  const found = files
    .split('\n')
    .filter((file) => file !== '' && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
      const tables = [...text.matchAll(/^(?:export )?const ([A-Z][A-Z_\d]*): [\w<]*\bRecord<string\b/gm)]
      return tables.flatMap(([, name]) =>
        [...text.matchAll(new RegExp(`(?<![\\w.])${name}\\[(?!['"])|\\bin ${name}\\b`, 'g'))]
          .map(({ index }) => lineAt(text, index))
          .filter(({ line }) => !line.includes(`Object.hasOwn(${name}`))
          .map(({ number, line }) => `${file}:${number}: ${line.trim()}`),
      )
    })
  return { problem: found.length === 0 ? null : `Con lookUp de @div/contract:\n${found.join('\n')}` }
}

function lineAt(text, index) {
  const before = text.slice(0, index).split('\n')
  const number = before.length
  return { number, line: text.split('\n')[number - 1] ?? '' }
}

/** npm leaves out what the registry at hand does not have; `npm ci` then fails on every other machine. */
function listMissingPlatforms() {
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !resolves(packages, path, name)),
  )
  return { problem: missing.length === 0 ? null : `Faltan en package-lock.json: ${missing.join(', ')}` }
}

/** Node's rule: the nearest node_modules on the way up. */
function resolves(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true
    if (folder === '') return false
  }
}

/** Runs a tool of the project; when it is not content the problem is what it said. */
function node(tool, args) {
  const { status, output } = run(process.execPath, [tool, ...args])
  return { problem: status === 0 ? null : output }
}

function program(packageUrl, path) {
  return fileURLToPath(new URL(path, packageUrl))
}

function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  return { status, output: `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}` }
}
