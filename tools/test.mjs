// Runs the tests and ends with `N passed, N failed` alone on the last line. Arguments go to vitest.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'div-resultado-'))
const report = join(folder, 'resultado.json')
/** What the faults may take of everybody's time; `npm run chaos` goes on for longer. */
const FAULT_LIMIT_S = 120

const { status } = spawnSync(
  process.execPath,
  [
    join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...process.argv.slice(2),
  ],
  { cwd: ROOT, stdio: 'inherit' },
)

const result = readReport()
const { passed, failed, skipped } = count(result)
// Something outside any test went wrong: an error that nobody caught, a set-up that failed.
const outside = failed === 0 && (status !== 0 || passed === 0) ? 1 : 0
for (const name of skipped) process.stdout.write(`skipped: ${name}\n`)
const faultSeconds = addFaultSeconds(result)
if (faultSeconds > 0) {
  process.stdout.write(`fault tests: ${faultSeconds.toFixed(0)} s (limit ${FAULT_LIMIT_S} s)\n`)
}
process.stdout.write(`${passed} passed, ${failed + outside} failed\n`)
rmSync(folder, { recursive: true })
process.exit(failed + outside === 0 ? 0 : 1)

function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    // vitest did not come so far as to write it.
    return { testResults: [] }
  }
}

function count({ testResults }) {
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

/** Of all files together. */
function addFaultSeconds({ testResults }) {
  const folder = join(ROOT, 'tests', 'faults')
  return testResults
    .filter(({ name }) => name.startsWith(folder))
    .reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1_000, 0)
}

function hasFailed({ status }) {
  return status === 'failed'
}
