import { defineConfig } from 'vitest/config'
import SequenceFiles from './tests/sequence-files.ts'

export default defineConfig({
  test: {
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
    sequence: { sequencer: SequenceFiles },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A change reaches every process within 2 s, on a busy machine later; by itself it is 1 s.
    expect: { poll: { timeout: 10_000 } },
    coverage: { provider: 'v8', include: ['packages/*/src/**', 'apps/*/src/**'] },
  },
})
