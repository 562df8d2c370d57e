import { expect, test } from 'vitest'
import { describePiezas } from './describe-piezas.ts'

test('pieces are counted by kind, whatever their order', () => {
  const texto = { tipo: 'texto', titulo: '', texto: 'a' } as const
  const esquema = { tipo: 'esquema' as const, titulo: '', servidorId: '', objetos: ['a'] }
  expect(describePiezas([esquema, texto, texto])).toBe('2 textos, 1 esquema')
  expect(describePiezas([texto])).toBe('1 texto')
})
