import { ACCIONES_AUDITADAS, RECURSOS_AUDITADOS } from '@div/contract'
import { expect, test } from 'vitest'
import {
  ACCION_OPTIONS,
  describeAccion,
  describeRecurso,
  nombreOf,
  RECURSO_OPTIONS,
} from './describe-accion.ts'

test('everything that the server writes has its word and can be filtered by', () => {
  expect(ACCION_OPTIONS.map(({ value }) => value)).toEqual([...ACCIONES_AUDITADAS])
  expect(describeAccion('solicitudExterna')).toBe('Llamó a una dirección externa')
  expect(describeAccion('deOtraVersion')).toBe('deOtraVersion')
})

test('every resource that the server writes has its word and can be filtered by', () => {
  expect(new Set(RECURSO_OPTIONS.map(({ value }) => value))).toEqual(new Set(RECURSOS_AUDITADOS))
  expect(describeRecurso('ai-agents')).toBe('Agente')
  expect(describeRecurso('deOtraVersion')).toBe('deOtraVersion')
})

test.each([
  [{ nombre: 'Tienda', recursoId: 'a1' }, 'Tienda'],
  [{ nombre: null, recursoId: 'a1' }, 'a1'],
  [{ nombre: null, recursoId: null }, 'De todo el producto'],
])('of %o the name is %s', (entrada, nombre) => {
  expect(nombreOf(entrada)).toBe(nombre)
})
