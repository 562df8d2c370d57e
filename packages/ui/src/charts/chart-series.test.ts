import { expect, test } from 'vitest'
import { CHART_DEFAULTS, chartKindOf } from './chart-series.ts'

const series = (type?: 'line' | 'area') => ({
  dataKey: 'a',
  name: 'A',
  stroke: '#000',
  ...(type && { type }),
})

test.each([
  ['no type', [series(), series()], 'line'],
  ['lines', [series('line')], 'line'],
  ['an area among lines', [series('line'), series('area')], 'area'],
  ['nothing', [], 'line'],
])('%s', (_, given, kind) => {
  expect(chartKindOf(given)).toBe(kind)
})

test('the defaults are those of the specification', () => {
  expect(CHART_DEFAULTS).toEqual({
    height: 200,
    fillOpacity: 0.2,
    strokeWidth: 2,
    curve: 'monotone',
    dot: false,
    activeDot: { r: 4 },
  })
})
