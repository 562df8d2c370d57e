import { statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(import.meta.url)
if (main.endsWith('.js')) keepCompiled(dirname(main))
const { runPart } = await import('./run-part.ts')
await runPart(main)

/**
 * Before anything is loaded: what V8 compiles of the bundle is kept in its folder and goes with it. Only by whoever owns that folder: what another
 * user left there would keep the owner from building anew.
 */
function keepCompiled(bundle: string): void {
  if (!process.getuid || process.getuid() === statSync(bundle).uid)
    enableCompileCache(join(bundle, 'compile-cache'))
}
