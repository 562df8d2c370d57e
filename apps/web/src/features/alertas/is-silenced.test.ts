import { expect, test } from 'vitest'
import { isSilenced } from './is-silenced.ts'

const NOW = Date.UTC(2026, 10, 28, 12)
const at = (ms: number) => new Date(NOW + ms).toISOString()

test.each([
  [{ activo: true, silenciadaHasta: null }, false],
  [{ activo: true, silenciadaHasta: at(-1) }, false],
  [{ activo: true, silenciadaHasta: at(1) }, true],
  [{ activo: false, silenciadaHasta: at(1) }, false],
])('a rule with %j is silenced: %s', (alerta, expected) => {
  expect(isSilenced(alerta, NOW)).toBe(expected)
})
