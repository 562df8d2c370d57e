import { expect, test } from 'vitest'
import { adviceFor, stepStateOf } from './test-advice.ts'

const NETWORK = ['Nombre', 'TCP', 'TLS', 'Inicio de sesión', 'Consulta'].map((nombre) => ({ nombre }))

test('every step of a test over the network has its advice', () => {
  for (const { nombre } of NETWORK) expect(adviceFor(nombre, NETWORK)).toMatch(/\.$/)
})

test('of a file the sign-in is not to blame', () => {
  expect(adviceFor('Inicio de sesión', [{ nombre: 'Inicio de sesión' }])).toContain('no se pudo abrir')
})

test('the first failure is the failure; what comes behind it was not done', () => {
  const pasos = [{ ok: true }, { ok: false }, { ok: false }]
  expect(pasos.map((_, index) => stepStateOf(pasos, index))).toEqual(['ok', 'failed', 'skipped'])
})
