import { expect, test } from 'vitest'
import { flattenFields } from './flatten-fields.ts'

test('the fields of the items of a list stand below the list', () => {
  const rows = flattenFields([
    {
      nombre: 'cliente',
      tipo: 'objeto',
      requerido: true,
      campos: [
        {
          nombre: 'telefono',
          tipo: 'lista',
          elemento: { nombre: '', tipo: 'objeto', campos: [{ nombre: 'numero', tipo: 'texto' }] },
        },
        { nombre: 'nota' },
      ],
    },
  ])
  expect(rows.map(({ path, level, tipo, elemento }) => [path, level, tipo, elemento])).toEqual([
    ['cliente', 0, 'objeto', undefined],
    ['cliente.telefono', 1, 'lista', 'objeto'],
    ['cliente.telefono.numero', 2, 'texto', undefined],
    ['cliente.nota', 1, 'cualquiera', undefined],
  ])
})
