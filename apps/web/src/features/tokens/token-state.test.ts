import { expect, test } from 'vitest'
import { describeCanales, expiryOf, stateOfToken } from './token-state.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

test.each([
  [{ expiraEn: null, revocadoEn: null }, 'vigente'],
  [{ expiraEn: '2027-01-01T00:00:00Z', revocadoEn: null }, 'vigente'],
  [{ expiraEn: '2026-11-28T12:00:00Z', revocadoEn: null }, 'porVencer'],
  [{ expiraEn: '2026-11-21T12:00:00Z', revocadoEn: null }, 'vencido'],
  [{ expiraEn: null, revocadoEn: '2026-11-20T12:00:00Z' }, 'revocado'],
] as const)('a token with %j is %s', (token, state) => {
  expect(stateOfToken(token, { now: NOW, warningDays: 7 })).toBe(state)
})

test.each([
  ['30', '2026-12-21T12:00:00.000Z'],
  ['365', '2027-11-21T12:00:00.000Z'],
  ['nunca', null],
])('%s ends at %s', (choice, expiry) => {
  expect(expiryOf(choice, NOW)).toBe(expiry)
})

test('what a token opens is told in one line', () => {
  expect(describeCanales('todos')).toBe('Todos')
  expect(describeCanales([])).toBe('Ninguno')
  expect(describeCanales(['a', 'b'])).toBe('2 canales')
})
