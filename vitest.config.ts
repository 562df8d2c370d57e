import { configDefaults, defineConfig } from 'vitest/config'
import SequenceFiles from './tests/sequence-files.ts'

/** Ratios of what a machine does that has nothing else to do: part of `npm run chaos`. */
const ALONE = process.env.ALONE === undefined ? ['tests/alone/**'] : []

export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, ...ALONE],
    include: [
      '{packages,apps}/*/src/**/*.test.ts',
      'tests/**/*.test.ts',
      'e2e/**/*.test.ts',
      'tools/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    globalSetup: ['tests/global-setup.ts'],
    pool: 'threads',
    isolate: false,
    // Two keep the cores of a small machine busy only while nobody waits: the third one works meanwhile.
    maxWorkers: 3,
    // Of the tests of one file that run at once: a page waits as long as it works.
    maxConcurrency: 2,
    sequence: { sequencer: SequenceFiles },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A change reaches every process within 2 s, on a busy machine later; by itself it is 1 s.
    expect: { poll: { timeout: 10_000 } },
    coverage: { provider: 'v8', include: ['packages/*/src/**', 'apps/*/src/**'] },
  },
})
