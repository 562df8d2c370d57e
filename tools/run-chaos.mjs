import { runTests } from './run-tests.mjs'

const SEEDS = 1_000_000

/** Faults at random in three files at once, of one seed, which is told; never tried again: another seed would be another test. */
export function runChaos({ minutes, seed = process.env.CHAOS_SEED ?? Date.now() % SEEDS, endsWithinMs }) {
  const given = {
    CHAOS_MINUTES: process.env.CHAOS_MINUTES ?? String(minutes),
    CHAOS_SEED: String(seed),
  }
  process.stdout.write(
    `chaos: ${given.CHAOS_MINUTES} minutes of seed ${given.CHAOS_SEED} (again: npm run chaos -- ${given.CHAOS_SEED})\n`,
  )
  return runTests(['tests/faults/chaos'], { env: given, endsWithinMs })
}
