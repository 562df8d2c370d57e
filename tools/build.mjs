// Bundles what `npm start` runs into apps/server/dist: our packages inside, those of npm where npm put them.
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url))
const folder = path('apps/server/dist')

const bundle = await rolldown({
  input: {
    main: path('apps/server/src/main.ts'),
    // A process of its own, which is looked for beside whoever starts it.
    'sqlite-worker': path('packages/servidores/src/sqlite/sqlite-worker.ts'),
  },
  platform: 'node',
  external: (id) => /^[^./]/.test(id) && !id.startsWith('@div/'),
})
await rm(folder, { recursive: true, force: true })
await bundle.write({
  dir: folder,
  format: 'esm',
  sourcemap: true,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
})
await bundle.close()
