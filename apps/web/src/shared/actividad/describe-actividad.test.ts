import { expect, test } from 'vitest'
import { describeActividad } from './describe-actividad.ts'

test.each([
  [0, 0, 'Sin ejecuciones en 24 horas'],
  [1, 0, '1 ejecución en 24 horas'],
  [12_400, 3, '12.400 ejecuciones en 24 horas, 3 con error'],
])('%d runs of which %d failed', (total, errores, words) => {
  expect(describeActividad({ total, errores })).toBe(words)
})
