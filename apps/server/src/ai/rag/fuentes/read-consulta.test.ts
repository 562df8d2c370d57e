import { expect, test } from 'vitest'
import { readFilas } from './read-consulta.ts'

const columnas = { clave: 'id', titulo: 'asunto', texto: 'cuerpo' }

test('each row is a document below its title, and one without a text is none', () => {
  const read = readFilas(
    [
      { id: 7, asunto: 'Envíos\nurgentes', cuerpo: 'Llegan en un día.' },
      { id: 8, asunto: null, cuerpo: 'Sin título.' },
      { id: 9, asunto: 'Vacía', cuerpo: ' ' },
    ],
    columnas,
  )
  expect(read.map(({ clave, nombre, bytes }) => [clave, nombre, bytes.toString()])).toEqual([
    ['7', 'Envíos urgentes · 7', '# Envíos urgentes\n\nLlegan en un día.'],
    ['8', '8', 'Sin título.'],
  ])
})

test.each([
  ['a column that is not there', [{ id: 1, asunto: 'a' }], 'origen.texto'],
  ['a row without a key', [{ id: null, asunto: 'a', cuerpo: 'b' }], 'origen.clave'],
  [
    'a key that is there twice',
    [
      { id: 1, asunto: 'a', cuerpo: 'b' },
      { id: '1', asunto: 'a', cuerpo: 'b' },
    ],
    'origen.clave',
  ],
])('%s is refused', (_, filas, campo) => {
  expect(() => readFilas(filas, columnas)).toThrowError(
    expect.objectContaining({ errores: [expect.objectContaining({ campo })] }),
  )
})
