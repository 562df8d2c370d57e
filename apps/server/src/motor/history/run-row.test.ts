import { expect, test } from 'vitest'
import { NO_MASKS } from './mascaras.ts'
import { readClave } from './run-row.ts'
import { NO_SECRETS } from './secret-scope.ts'

test('a business key is stored by whatever database, also where it is cut within a character', () => {
  const whole = 'x'.repeat(199)
  for (const pedido of [`${whole}😀`, `x\0${whole}`]) {
    const run = { entrada: { pedido }, plan: { entrada: { clave: 'pedido' } }, secretos: NO_SECRETS }
    expect(readClave(run, NO_MASKS)).toMatch(/^x{199}�?$/)
  }
})
