// Loaded into each process of a product that a test watches: asked by a signal, it says what it holds after everything that nobody holds was let go.
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'

process.on('SIGUSR2', async () => {
  // Not before: a product that is asked for nothing loads nothing.
  const { usedBytes } = await import('./used-bytes.ts')
  await appendFile(join(process.env.MEMORY_PROBE_FOLDER ?? '', String(process.pid)), `${await usedBytes()}\n`)
})
