import { NODOS } from '@div/nodos/catalogo'
import { expect, test } from 'vitest'
import { AGREGADOS, newPaso, readPasos, rowsIn, TIPOS_DE_PASO } from './paso-draft.ts'

const { pasos } = NODOS.transformacion.config.shape

test.each(TIPOS_DE_PASO)(
  '$value begins as something that only misses what a person must say',
  ({ value }) => {
    const paso = newPaso(value, 'pais')
    const filled =
      value === 'unir'
        ? { ...paso, con: { nodo: 'n1', ruta: '' }, claves: [{ izquierda: 'a', derecha: 'b' }] }
        : paso
    expect(pasos.safeParse([filled]).success).toBe(true)
  },
)

test('every aggregate is one that a group can have', () => {
  for (const { value } of AGREGADOS) {
    const agregados = [{ nombre: 'x', funcion: value, campo: 'y' }]
    expect(pasos.safeParse([{ tipo: 'agrupar', por: ['a'], agregados }]).success).toBe(true)
  }
})

test('what is not well formed is no step, and has no rows', () => {
  expect(readPasos([{ tipo: 'limitar' }, 7, null, {}])).toEqual([{ tipo: 'limitar' }])
  expect(readPasos('x')).toEqual([])
  expect(rowsIn({ tipo: 'ordenar', por: [{ campo: 'a' }, 'b'] }, 'por')).toEqual([{ campo: 'a' }])
})
