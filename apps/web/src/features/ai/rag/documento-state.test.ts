import { expect, test } from 'vitest'
import { describeBytes, stateOfDocumento } from './documento-state.ts'

test.each([
  [
    { estado: 'pendiente', fase: 'texto', hecho: 0, total: null },
    { label: 'En espera', avance: null },
  ],
  [
    { estado: 'leyendo', fase: 'texto', hecho: 0, total: null },
    { label: 'Leyendo', avance: null },
  ],
  [
    { estado: 'leyendo', fase: 'texto', hecho: 250, total: 500 },
    { label: 'Leyendo', avance: 50 },
  ],
  [
    { estado: 'leyendo', fase: 'vectores', hecho: 1, total: 3 },
    { label: 'Calculando vectores', avance: 33 },
  ],
  [{ estado: 'ok', fase: 'texto', hecho: 0, total: null }, { label: 'Listo' }],
] as const)('%j is shown as %j', (documento, shown) => {
  expect(stateOfDocumento(documento)).toMatchObject(shown)
})

test.each([
  [812, '812 B'],
  [1_536, '1,5 kB'],
  [3_355_443, '3,2 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(describeBytes(bytes)).toBe(text)
})
