import { expect, test } from 'vitest'
import { fieldsOf } from '../../datos/source-fields.ts'
import { declaredLike } from './declared-like.ts'

test('what was seen of a value is declared, into its lists and objects', () => {
  const seen = { pedido: { id: 7, lineas: [{ sku: 'A', tallas: ['x'] }], notas: [], nada: {} } }
  expect(fieldsOf([], seen).map(declaredLike)).toEqual([
    {
      nombre: 'pedido',
      tipo: 'objeto',
      campos: [
        { nombre: 'id', tipo: 'entero' },
        {
          nombre: 'lineas',
          tipo: 'lista',
          elemento: {
            nombre: '',
            tipo: 'objeto',
            campos: [
              { nombre: 'sku', tipo: 'texto' },
              { nombre: 'tallas', tipo: 'lista', elemento: { nombre: '', tipo: 'texto' } },
            ],
          },
        },
        { nombre: 'notas', tipo: 'lista' },
        { nombre: 'nada', tipo: 'objeto' },
      ],
    },
  ])
})
