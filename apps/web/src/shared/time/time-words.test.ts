import { expect, test } from 'vitest'
import { timeWords } from './time-words.ts'

const NOW = new Date(2026, 10, 21, 15, 30)
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime()

test.each([
  ['a moment', at(2026, 10, 21, 15, 30), 'hace un momento'],
  ['minutes', at(2026, 10, 21, 15, 20), 'hace 10 min'],
  ['hours of today', at(2026, 10, 21, 9, 0), 'hace 6 h'],
  ['yesterday', at(2026, 10, 20, 23, 5), 'ayer, 23:05'],
  ['days', at(2026, 10, 17, 9, 0), 'hace 4 d'],
  ['this year', at(2026, 2, 3, 9, 0), '3 mar'],
  ['another year', at(2024, 2, 3, 9, 0), '3 mar 2024'],
  ['tomorrow', at(2026, 10, 22, 8, 0), 'mañana, 08:00'],
  ['minutes to come', at(2026, 10, 21, 15, 40), 'dentro de 10 min'],
])('%s is told as people say it', (_, when, words) => {
  expect(timeWords(when, NOW.getTime())).toBe(words)
})
