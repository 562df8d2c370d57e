import { expect, test } from 'vitest'
import { flattenTree } from '../../shared/categorias/categoria-tree.ts'
import { visibleTree } from './visible-tree.ts'

const of = (nombre: string, padreId: string | null = null) => ({ id: nombre, nombre, padreId, orden: 0 })
const TREE = flattenTree([
  of('Compras'),
  of('Pedidos', 'Compras'),
  of('Ventas'),
  of('España', 'Ventas'),
  of('Pedidos urgentes', 'España'),
  of('Facturas', 'Ventas'),
])

test.each([
  [[], '', 'Compras Pedidos Ventas España Pedidos urgentes Facturas'],
  [['Ventas'], '', 'Compras Pedidos Ventas'],
  [['España', 'Compras'], '', 'Compras Ventas España Facturas'],
  [['Ventas'], 'espana', 'Ventas España'],
  [[], 'PEDIDOS', 'Compras Pedidos Ventas España Pedidos urgentes'],
  [[], 'nada', ''],
])('with %j folded and a search for %j there is %s', (folded, search, shown) => {
  const nodes = visibleTree(TREE, { folded: new Set(folded), search })
  expect(nodes.map(({ categoria }) => categoria.nombre).join(' ')).toBe(shown)
})
