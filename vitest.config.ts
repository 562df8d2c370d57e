import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '{packages,apps}/*/src/**/*.test.ts',
      'tests/**/*.test.ts',
      'e2e/**/*.test.ts',
      'tools/**/*.test.ts',
    ],
    globalSetup: ['tests/global-setup.ts'],
    pool: 'threads',
    isolate: false,
    // What is slow in a browser's story or in a fault is waiting: two of them share the cores well.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A change reaches every process within 2 s, on a busy machine later; by itself it is 1 s.
    expect: { poll: { timeout: 10_000 } },
    coverage: { provider: 'v8', include: ['packages/*/src/**', 'apps/*/src/**'] },
  },
})
