import { expect, test } from 'vitest'
import { ApiError, ConnectionError, explainError } from './api-error.ts'

const refuse = (...mensajes: string[]) =>
  new ApiError(422, {
    detail: 'Hay datos que corregir.',
    errores: mensajes.map((mensaje, index) => ({ campo: `contextos[${index}]`, mensaje })),
  })

test.each([
  [
    refuse('No existe esta capacidad.', 'Quite el contexto.'),
    'Hay datos que corregir. No existe esta capacidad. Quite el contexto.',
  ],
  [
    refuse('No existe esta capacidad.', 'No existe esta capacidad.'),
    'Hay datos que corregir. No existe esta capacidad.',
  ],
  [new ApiError(409, { detail: 'Ya existe.' }), 'Ya existe.'],
  [new ConnectionError(), 'Error de conexión'],
])('what is refused is explained with what is to be done about it: %s', (error, text) => {
  expect(explainError(error)).toBe(text)
})
