import { expect, test } from 'vitest'
import { keepUnsent } from './keep-unsent.ts'

test('what was sent is dropped, and what was typed meanwhile stays', () => {
  const sent = { nombre: 'A', descripcion: 'corta', config: { host: 'uno', puerto: 1 }, activo: true }
  const changes = { nombre: 'A', descripcion: 'más larga', config: { puerto: 1, host: 'uno' } }
  expect(keepUnsent(changes, sent)).toEqual({ descripcion: 'más larga' })
})
