import * as contract from '@div/contract'
import { expect, test } from 'vitest'
import { adviceFor } from './error-advice.ts'

const CODES = Object.values(contract).flatMap((each) =>
  typeof each === 'function' && 'codigo' in each && typeof each.codigo === 'string' ? [each.codigo] : [],
)

test('what can be advised is said of codes that there are', () => {
  const source = CODES.filter((codigo) => adviceFor(codigo) !== null)
  expect(source.length).toBeGreaterThanOrEqual(20)
  expect(adviceFor('SERVIDOR_NO_RESPONDE')).toContain('Pruebe la conexión')
  // No administrator may permit what is never permitted.
  expect(adviceFor('DIRECCION_NO_PERMITIDA')).toContain('red privada')
  expect(adviceFor('DIRECCION_PROHIBIDA')).toBeNull()
  expect(adviceFor('NADA')).toBeNull()
})
