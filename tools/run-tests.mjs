// Runs vitest and tells what each file said.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { killTree } from '../tests/faults/kill-tree.ts'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** What each file said, and whether nothing but tests went wrong; beyond its time (`endsWithinMs`) all that it started is killed. */
export async function runTests(args, { env = {}, endsWithinMs } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'div-resultado-'))
  const report = join(folder, 'resultado.json')
  const vitest = spawn(
    process.execPath,
    [
      join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ...args,
    ],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } },
  )
  const ending = endsWithinMs === undefined ? undefined : setTimeout(end, endsWithinMs)
  function end() {
    process.stdout.write('not over in its time: ended\n')
    killTree(vitest.pid)
  }
  const [status] = await once(vitest, 'exit')
  clearTimeout(ending)
  const { testResults } = readReport(report)
  rmSync(folder, { recursive: true })
  return { testResults, ended: status === 0 || testResults.some((file) => file.status === 'failed') }
}

function readReport(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    // vitest did not come so far as to write it.
    return { testResults: [] }
  }
}

export function count({ testResults }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  // A file that cannot be loaded has no tests to fail.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some(hasFailed),
  )
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(hasFailed).length + broken.length,
    skipped: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => fullName),
  }
}

export function hasFailed({ status }) {
  return status === 'failed'
}
