import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(import.meta.url)
// Before anything is loaded: what V8 compiles of the bundle is kept beside it and goes with it. Where nobody may write there, each start compiles anew.
if (main.endsWith('.js')) enableCompileCache(fileURLToPath(new URL('compile-cache', import.meta.url)))
const { runPart } = await import('./run-part.ts')
await runPart(main)
