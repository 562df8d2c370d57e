// Bundles what `npm start` runs: the server into apps/server/dist, our packages and the libraries that each start loads inside, the others
// where npm put them; the command line into apps/cli/dist likewise; the web application into apps/web/dist, with what a browser may take compressed beside it.
import { chmod, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { rolldown } from 'rolldown'
import { build } from 'vite'

const path = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url))

/**
 * A start finds, reads and links 40 files instead of 1,000. What only a servidor needs stays outside, with what that loads
 * (docs/decisions/2026-11-29-libraries-in-the-bundle.md). `tests/bundle.test.ts` names what is missing of what a part loads at once.
 */
const LOADED_AT_START = [
  '@fastify',
  '@lezer',
  '@noble/hashes',
  'croner',
  'csv-parse',
  'csv-stringify',
  'decimal.js',
  'fastify',
  'find-my-way',
  'graphql',
  'ipaddr.js',
  'jose',
  'kysely',
  'lru-cache',
  'pg',
  'pg-boss',
  'pg-copy-streams',
  'pino',
  'prom-client',
  're2js',
  'saxes',
  'temporal-polyfill',
  'undici',
  'uuid',
  'yaml',
  'zod',
]

await bundle('apps/server/dist', {
  main: path('apps/server/src/main.ts'),
  // Processes of their own, which are looked for beside whoever starts them.
  'sqlite-worker': path('packages/servidores/src/sqlite/sqlite-worker.ts'),
  'documento-worker': path('apps/server/src/ai/rag/lectura/documento-worker.ts'),
})
// Texts that models are told, which are read beside whoever tells them.
await cp(path('apps/server/src/ai/asistente/prompts'), path('apps/server/dist/prompts'), { recursive: true })
await bundle('apps/cli/dist', { div: path('apps/cli/src/main.ts') }, '#!/usr/bin/env node')
await chmod(path('apps/cli/dist/div.js'), 0o755)

async function bundle(folder, input, banner = '') {
  const dir = path(folder)
  const built = await rolldown({
    input,
    platform: 'node',
    external: (id, importer, isFound) =>
      !isFound && isLibrary(id) && !isOfLibrary(importer) && !isLoadedAtStart(id),
  })
  await rm(dir, { recursive: true, force: true })
  await built.write({
    dir,
    format: 'esm',
    sourcemap: true,
    banner,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await built.close()
}

function isLibrary(id) {
  return /^[^./]/.test(id) && !id.startsWith('@div/')
}

function isOfLibrary(importer = '') {
  return relative(path(''), importer).includes('node_modules')
}

function isLoadedAtStart(id) {
  return LOADED_AT_START.some((name) => id === name || id.startsWith(`${name}/`))
}

const web = path('apps/web')
await build({ root: web, logLevel: 'warn' })
const entries = await readdir(join(web, 'dist'), { recursive: true, withFileTypes: true })
const compressible = entries.filter((entry) => entry.isFile() && /\.(js|css|html|svg)$/.test(entry.name))
await Promise.all(compressible.map(({ parentPath, name }) => compress(join(parentPath, name))))

async function compress(file) {
  const bytes = await readFile(file)
  await Promise.all([
    promisify(brotliCompress)(bytes).then((smaller) => writeFile(`${file}.br`, smaller)),
    promisify(gzip)(bytes, { level: 9 }).then((smaller) => writeFile(`${file}.gz`, smaller)),
  ])
}
