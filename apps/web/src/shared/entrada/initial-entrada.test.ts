import { expect, test } from 'vitest'
import { initialEntrada } from './initial-entrada.ts'

test('a form of a run begins with the examples, or else with the defaults', () => {
  expect(
    initialEntrada([
      { nombre: 'id', tipo: 'entero', requerido: true, ejemplo: 7, defecto: 1 },
      { nombre: 'limite', tipo: 'entero', defecto: 10 },
      { nombre: 'filtro', tipo: 'texto', defecto: null },
    ]),
  ).toEqual({ id: 7, limite: 10 })
})
