import { expect, test } from 'vitest'
import { undoesAnother } from './undoes-another.ts'

const conexiones = [
  { id: '1', origen: 'e', destino: 'reserva' },
  { id: '2', origen: 'reserva', destino: 's' },
  { id: '3', origen: 'reserva', destino: 'anula', salida: 'compensar' },
  { id: '4', origen: 'anula', destino: 'avisa' },
]

test.each([
  ['e', false],
  ['reserva', false],
  ['s', false],
  ['anula', true],
  ['avisa', true],
])('whether %s only undoes another is %s', (id, expected) => {
  expect(undoesAnother({ conexiones }, id)).toBe(expected)
})
