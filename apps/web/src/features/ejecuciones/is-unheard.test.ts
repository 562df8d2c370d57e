import { expect, test } from 'vitest'
import { isUnheard } from './is-unheard.ts'

test.each([
  [{ duracionMs: 0, errorCodigo: 'EJECUCION_PERDIDA' }, true],
  [{ duracionMs: 12, errorCodigo: 'EJECUCION_PERDIDA' }, false],
  [{ duracionMs: 0, errorCodigo: 'ENTRADA_INVALIDA' }, false],
  [{ duracionMs: 0, errorCodigo: null }, false],
  [{ duracionMs: 0, error: { codigo: 'EJECUCION_PERDIDA', mensaje: '', nodo: null } }, true],
  [{ duracionMs: 0, error: null }, false],
])('of %j how long it ran is unknown: %s', (run, expected) => {
  expect(isUnheard(run)).toBe(expected)
})
