// Runs the tests and ends with `N passed, N failed` alone on the last line. Arguments go to vitest.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runChaos } from './run-chaos.mjs'
import { count, hasFailed, ROOT, runTests } from './run-tests.mjs'

/** What all of it is meant to take on two cores of their own. */
const SUITE_LIMIT_S = 600
/** What its faults may take of that, without those at random: how long these go on is set. */
const FAULT_LIMIT_S = 120
/** Files that go on at the same time (`vitest.config.ts`): one that waits takes a third of the suite's time while it lasts. */
const AT_ONCE = 3
/** The whole suite: a few files tell nothing of it. */
const isWhole = process.argv.length === 2
/** At random, after all others: faults that nothing competes with meet each other more often. */
const CHAOS_MINUTES = 2

/** Files that took longest, when there are more. */
const SLOWEST = 12

/** Files that may be tried again: when more have failed something is broken, and not late. */
const TRIED_AGAIN = 5

/** Of tests that are not run. */
const NONE = { testResults: [], ended: true }

const began = performance.now()
const [cpuBefore, ownBefore] = [readMachineTicks(), readOwnTicks()]
const first = await runTests(isWhole ? ['--exclude', 'tests/faults/chaos*'] : process.argv.slice(2))
const failedFiles = first.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
/** Another seed would be another test: what faults at random have broken stays broken. */
const mayTryAgain =
  failedFiles.length <= TRIED_AGAIN && !failedFiles.some((name) => /faults[\\/]chaos/.test(name))
const again = process.env.CI && failedFiles.length > 0 && mayTryAgain ? await runTests(failedFiles) : NONE
/** Of the cores, while the first of them went on. */
const others = shareOfOthers()
const chaosBegan = performance.now()
const chaos = isWhole ? await runChaos({ minutes: CHAOS_MINUTES }) : NONE
const allSeconds = (performance.now() - began) / 1_000
const chaosSeconds = (performance.now() - chaosBegan) / 1_000
const result = {
  testResults: [
    ...first.testResults.map((file) => again.testResults.find(({ name }) => name === file.name) ?? file),
    ...chaos.testResults,
  ],
}
const { passed, failed, skipped } = count(result)
// Something outside any test went wrong: an error that nobody caught, a set-up that failed, a part of which nothing was run.
const outside =
  [first, again, chaos].some(({ ended }) => !ended) || isNothing(first) || (isWhole && isNothing(chaos))
    ? 1
    : 0
for (const name of listUnsteady()) process.stdout.write(`unsteady: ${name}\n`)
for (const name of skipped) process.stdout.write(`skipped: ${name}\n`)
for (const { seconds, file } of listSlowest(result)) {
  process.stdout.write(`slow: ${seconds.toFixed(0).padStart(4)} s ${file}\n`)
}
const late = isWhole && tellTimes().areFaultsLate ? 1 : 0
process.stdout.write(`${passed} passed, ${failed + outside + late} failed\n`)
process.exit(failed + outside + late === 0 ? 0 : 1)

function isNothing(tests) {
  const { passed, failed } = count(tests)
  return passed + failed === 0
}

/** What failed beside everything else and passed when its file was tried once more alone. */
function listUnsteady() {
  const steady = again.testResults.filter(({ status }) => status === 'passed').map(({ name }) => name)
  return first.testResults
    .filter(({ name }) => steady.includes(name))
    .flatMap(({ name, assertionResults }) => {
      const titles = assertionResults.filter(hasFailed).map(({ fullName }) => fullName)
      // What a file's tests share may fail before any of them.
      return (titles.length > 0 ? titles : ['its set-up']).map(
        (title) => `${relative(ROOT, name)} > ${title}`,
      )
    })
}

/** Each file's own time; at most three of them go on at once. */
function listSlowest({ testResults }) {
  if (testResults.length <= SLOWEST) return []
  return testResults
    .map(({ name, startTime, endTime }) => ({
      seconds: (endTime - startTime) / 1_000,
      file: relative(ROOT, name),
    }))
    .toSorted((left, right) => right.seconds - left.seconds)
    .slice(0, SLOWEST)
}

/** Says what all of it took, and whether the faults took too long: as much more is allowed as others took of the machine. */
function tellTimes() {
  const seconds = addFaultSeconds(first) / AT_ONCE
  const allowed = FAULT_LIMIT_S / (1 - others)
  process.stdout.write(
    `fault tests: ${seconds.toFixed(0)} s of the suite, limit ${allowed.toFixed(0)} s (${FAULT_LIMIT_S} s on cores of their own; others had ${(others * 100).toFixed(0)} %)\n`,
  )
  process.stdout.write(
    `all tests: ${allSeconds.toFixed(0)} s, ${chaosSeconds.toFixed(0)} s of it at random (${SUITE_LIMIT_S} s are meant)\n`,
  )
  return { areFaultsLate: seconds > allowed }
}

/** Of the cores since the beginning: what processes took that are none of ours. */
function shareOfOthers() {
  if (cpuBefore === null) return 0
  const now = readMachineTicks()
  const own = readOwnTicks() - ownBefore
  return Math.min(0.99, Math.max(0, (now.busy - cpuBefore.busy - own) / (now.all - cpuBefore.all)))
}

/** proc(5), stat: what all cores did, and of it what was neither idle nor waiting; null where there is no such file. */
function readMachineTicks() {
  const stat = readIfThere('/proc/stat')
  if (stat === null) return null
  const [, ...ticks] = stat.split('\n')[0].split(/ +/)
  // The last two are guests, which count as users too.
  const [user, nice, system, idle, iowait, irq, softirq, steal] = ticks.map(Number)
  const busy = user + nice + system + irq + softirq + steal
  return { busy, all: busy + idle + iowait }
}

/** Of this process and all that it has started and that has ended. */
function readOwnTicks() {
  const stat = readIfThere('/proc/self/stat')
  if (stat === null) return 0
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Of all files together. */
function addFaultSeconds({ testResults }) {
  const folder = join(ROOT, 'tests', 'faults')
  return testResults
    .filter(({ name }) => name.startsWith(folder) && !name.startsWith(join(folder, 'chaos')))
    .reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1_000, 0)
}
