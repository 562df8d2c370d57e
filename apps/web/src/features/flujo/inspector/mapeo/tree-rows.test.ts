import { expect, test } from 'vitest'
import type { Source } from '../../datos/list-sources.ts'
import { fieldsOf } from '../../datos/source-fields.ts'
import { initiallyOpened, treeRows } from './tree-rows.ts'

const SOURCE: Source = {
  nodo: 'n2',
  nombre: 'Buscar',
  tipoNodo: 'proceso',
  campos: fieldsOf([], { filas: [{ nombre: 'Astrid', pais: { codigo: 'NO' } }], total: 1 }),
}
const shown = (opened: readonly string[], q = '') =>
  treeRows([SOURCE], new Set(opened), q).map(({ level, field }) => `${level} ${field?.ruta ?? ''}`)

test.each([
  [[], '', ['1 ']],
  [['n2'], '', ['1 ', '2 filas', '2 total']],
  [['n2', 'n2|filas'], '', ['1 ', '2 filas', '3 filas[0]', '2 total']],
  [[], 'codigo', ['1 ', '2 filas', '3 filas[0]', '4 filas[0].pais', '5 filas[0].pais.codigo']],
  [[], 'buscar total', ['1 ', '2 total']],
  [[], 'nada', []],
])('opened at %j and looked for «%s» it shows %j', (opened, q, expected) => {
  expect(shown(opened, q)).toEqual(expected)
})

test('a list stands open from the start, down to the fields of its first element', () => {
  expect(shown([...initiallyOpened([SOURCE])])).toEqual([
    '1 ',
    '2 filas',
    '3 filas[0]',
    '4 filas[0].nombre',
    '4 filas[0].pais',
    '2 total',
  ])
})
