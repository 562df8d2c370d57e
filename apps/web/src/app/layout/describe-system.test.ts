import { expect, test } from 'vitest'
import { describeSystem } from './describe-system.ts'

test.each([
  ['connected', 2, 'En línea'],
  ['connected', 0, 'Sin motores'],
  ['unknown', null, 'Comprobando…'],
  ['disconnected', 2, 'Sin conexión'],
  ['reconnecting', 2, 'Sin conexión'],
] as const)('%s with %s motors', (connection, workers, text) => {
  expect(describeSystem(connection, workers).text).toBe(text)
})
