import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const DIST = fileURLToPath(new URL('../apps/server/dist', import.meta.url))

/** Loads the file named first and says, as JSON, which others came from outside of its folder. */
const TELL_OUTSIDERS = `
  import { registerHooks } from 'node:module'
  import { pathToFileURL } from 'node:url'
  const [file, folder] = process.argv.slice(1).map((path) => pathToFileURL(path).href)
  const outsiders = []
  registerHooks({
    load(url, context, next) {
      if (url.startsWith('file:') && !url.startsWith(folder)) outsiders.push(url)
      return next(url, context)
    },
  })
  await import(file)
  process.stdout.write(JSON.stringify(outsiders), () => process.exit())
`

test.each(['run-part', 'run-supervisor', 'start-api', 'start-motor'])(
  'what %s loads at once is in the bundle',
  async (name) => {
    const chunks = await readdir(DIST)
    const chunk = chunks.find((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))
    expect(chunk).toBeDefined()
    const args = ['--input-type=module', '--eval', TELL_OUTSIDERS, join(DIST, chunk ?? ''), DIST]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    expect(JSON.parse(stdout)).toEqual([])
  },
)
