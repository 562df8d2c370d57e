// Bundles what `npm start` runs: the server into apps/server/dist, our packages inside, those of npm where npm put them; the command
// line into apps/cli/dist likewise; the web application into apps/web/dist, with what a browser may take compressed beside it.
import { chmod, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { rolldown } from 'rolldown'
import { build } from 'vite'

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url))

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
    external: (id) => /^[^./]/.test(id) && !id.startsWith('@div/'),
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
