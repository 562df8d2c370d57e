import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

/** In bytes, gzip: what loads before a person can work, and what any file may that comes later. */
const FIRST_LOAD = 180_000
const ROUTE_CHUNK = 130_000
/** A worker shares nothing with its page: all that checks a drawing, functions, patterns, formats and schemas included, comes once more. */
const WORKER = 230_000

interface Chunk {
  file: string
  imports?: string[]
}

const DIST = new URL('../apps/web/dist/', import.meta.url)
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(new URL('manifest.json', DIST), 'utf8'))

const chunkOf = (name: string): Chunk => {
  const chunk = manifest[name]
  if (chunk === undefined) throw new Error(`the build has no ${name}`)
  return chunk
}

/** The files that loading some chunks brings along. */
function closure(names: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const imported of chunkOf(name).imports ?? []) visit(imported)
  }
  for (const name of names) visit(name)
  return seen
}

const weigh = (file: string) => gzipSync(readFileSync(new URL(file, DIST)), { level: 9 }).length
const sizeOf = (name: string) => weigh(chunkOf(name).file)
const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + sizeOf(name), 0)

const ENTRY = 'index.html'
const SHELL = 'src/app/layout/shell.tsx'

test.each([
  ['the sign-in page', [ENTRY, 'src/features/login/login-page.tsx']],
  ['the home page', [ENTRY, SHELL, 'src/features/home/home-page.tsx']],
])('the first load of %s stays in its budget', (_, names) => {
  expect(sum(closure(names))).toBeLessThanOrEqual(FIRST_LOAD)
})

const later = Object.keys(manifest).filter(
  (name) => !closure([ENTRY]).has(name) && /\.js$/.test(chunkOf(name).file),
)

test.each(later)('%s weighs no more than a route may', (name) => {
  expect(sizeOf(name)).toBeLessThanOrEqual(ROUTE_CHUNK)
})

/** The manifest knows nothing of them. */
const workers = readdirSync(new URL('assets/', DIST)).filter((file) => /-worker-[^.]+\.js$/.test(file))

test('drawings are looked at and put in order by workers', () => {
  expect(workers.map((file) => file.replace(/-worker-.*/, '')).toSorted()).toEqual(['layout', 'look'])
})

test.each(workers)('%s weighs no more than a worker may', (file) => {
  expect(weigh(`assets/${file}`)).toBeLessThanOrEqual(WORKER)
})
