import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDocuments } from '../testing.ts'
import { CORPUS } from './corpus-testing.ts'

/*
 * The corpus as clients of other makers read it, without a network: php-cli with php-soap and python3-zeep of Debian. Who finds no operation in a
 * document, or fails, did not take it.
 */

const fixture = (name: string) => join(import.meta.dirname, '__fixtures__', name)
const READERS = [
  {
    name: 'PHP',
    command: 'php',
    script: 'leer-corpus.php',
    probe: ['-r', 'exit(extension_loaded("soap") ? 0 : 1);'],
  },
  { name: 'zeep', command: '/usr/bin/python3', script: 'leer-corpus.py', probe: ['-c', 'import zeep'] },
]

let folder = ''
const folders = new Map<string, string>()
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'div-corpus-'))
  for (const [index, { estilo, documentos }] of CORPUS.entries()) {
    const own = join(folder, String(index))
    folders.set(own, estilo)
    for (const [name, content] of Object.entries(documentos)) {
      const file = join(own, name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
    }
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Styles of which no operation is found. */
async function refusedHere(): Promise<string[]> {
  const refused: string[] = []
  for (const { estilo, documentos } of CORPUS) {
    const { services } = await readDocuments(documentos)
    const ports = services.flatMap((service) => service.ports)
    if (ports.every(({ operations }) => operations.length === 0)) refused.push(estilo)
  }
  return refused
}

describe.each(READERS)('$name', ({ command, script, probe }) => {
  test.skipIf(spawnSync(command, probe).status !== 0)(
    'takes less of the corpus than is taken here, which is all of it',
    { timeout: 120_000 },
    async () => {
      const printed = execFileSync(command, [fixture(script), ...folders.keys()], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const read: Record<string, unknown> = JSON.parse(printed.toString())
      const refused = [...folders].filter(([own]) => typeof read[own] !== 'number' || read[own] === 0)
      expect(refused.length).toBeGreaterThan(0)
      expect(await refusedHere()).toEqual([])
    },
  )
})
