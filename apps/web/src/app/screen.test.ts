import { expect, test } from 'vitest'
import { mayOpen } from './screen.ts'

const ADMIN = { role: 'admin', permisos: ['usuarios.leer', 'canales.leer'] } as const
const LECTURA = { role: 'lectura', permisos: ['canales.leer'] } as const

test.each([
  ['publico', LECTURA, true],
  ['autenticado', LECTURA, true],
  ['admin', ADMIN, true],
  ['admin', LECTURA, false],
  ['canales.leer', LECTURA, true],
  ['usuarios.leer', ADMIN, true],
  ['usuarios.leer', LECTURA, false],
  ['canales.editar', LECTURA, false],
] as const)('%s for %o: %s', (access, { role, permisos }, may) => {
  expect(mayOpen(access, { role, permisos: [...permisos] })).toBe(may)
})
