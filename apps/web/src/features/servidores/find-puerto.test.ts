import { expect, test } from 'vitest'
import { findPuerto } from './find-puerto.ts'

const puerto = (servicio: string, nombre: string) => ({
  servicio,
  nombre,
  version: '1.1' as const,
  direccion: '',
  operaciones: [],
})
const PUERTOS = [puerto('Ventas', 'Soap'), puerto('Ventas', 'Soap12'), puerto('Compras', 'Soap')]

test.each([
  [{}, 0],
  [{ servicio: '', puerto: '' }, 0],
  [{ servicio: '', puerto: 'Soap12' }, 1],
  [{ servicio: 'Compras', puerto: 'Soap' }, 2],
  [{ servicio: 'Compras', puerto: '' }, 2],
])('of %o it is port %i', (config, index) => {
  expect(findPuerto(PUERTOS, config)).toBe(PUERTOS[index])
})

test('there may be none', () => {
  expect(findPuerto(PUERTOS, { puerto: 'Otro' })).toBeUndefined()
})
