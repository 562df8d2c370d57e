// Faults at random for minutes, then what is measured alone, in ten minutes at most. An argument is the seed to repeat.
import { runChaos } from './run-chaos.mjs'
import { count, runTests } from './run-tests.mjs'

const MINUTES = 3
const ENDS_WITHIN_MS = 600_000

const [given] = process.argv.slice(2)
const seed = given === undefined ? undefined : Number(given)
if (seed !== undefined && !(Number.isSafeInteger(seed) && seed >= 0)) {
  process.stdout.write(`${given} is no seed: a whole number is.\n`)
  process.exit(2)
}

const began = performance.now()
const left = () => Math.max(0, ENDS_WITHIN_MS - (performance.now() - began))
const chaos = await runChaos({ minutes: MINUTES, seed, endsWithinMs: left() })
const alone = await runTests(['tests/alone'], { env: { ALONE: '1' }, endsWithinMs: left() })
const { passed, failed } = count({ testResults: [...chaos.testResults, ...alone.testResults] })
const outside = [chaos, alone].filter(({ ended }) => !ended).length
process.stdout.write(`${passed} passed, ${failed + outside} failed\n`)
process.exit(failed + outside === 0 ? 0 : 1)
