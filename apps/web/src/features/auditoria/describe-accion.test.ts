import { ACCIONES_AUDITADAS } from '@div/contract'
import { expect, test } from 'vitest'
import { ACCION_OPTIONS, describeAccion, nombreOf } from './describe-accion.ts'

test('everything that the server writes has its word and can be filtered by', () => {
  expect(ACCION_OPTIONS.map(({ value }) => value)).toEqual([...ACCIONES_AUDITADAS])
  expect(describeAccion('solicitudExterna')).toBe('Llamó a una dirección externa')
  expect(describeAccion('deOtraVersion')).toBe('deOtraVersion')
})

test.each([
  [{ nombre: 'Tienda' }, 'Tienda'],
  [{ username: 'ana' }, 'ana'],
  [{}, '–'],
])('of %o the name is %s', (detalle, nombre) => {
  expect(nombreOf({ detalle })).toBe(nombre)
})
