import { expect, test } from 'vitest'
import { classify, classifyEfficiency } from './classify.ts'

test.each([
  ['errorRate', 0, 'healthy'],
  ['errorRate', 1, 'healthy'],
  ['errorRate', 1.01, 'warning'],
  ['errorRate', 5, 'warning'],
  ['errorRate', 5.01, 'critical'],
  ['errorRate', null, 'neutral'],
  ['avgLatency', 100, 'healthy'],
  ['avgLatency', 100.1, 'warning'],
  ['avgLatency', 500, 'warning'],
  ['avgLatency', 501, 'critical'],
  ['avgLatency', Number.NaN, 'neutral'],
] as const)('%s of %s is %s', (metric, value, status) => {
  expect(classify(metric, value)).toBe(status)
})

test.each([
  [80.1, 'healthy'],
  [80, 'warning'],
  [0, 'warning'],
  [null, 'neutral'],
  [Number.NaN, 'neutral'],
])('an efficiency of %s is %s', (value, status) => {
  expect(classifyEfficiency(value)).toBe(status)
})
