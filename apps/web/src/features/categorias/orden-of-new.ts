import type { TreeCategoria } from '../../shared/categorias/categoria-tree.ts'

/** A new category comes last where somebody has put its neighbours in an order, and by its name where nobody has. */
export function ordenOfNew(categorias: readonly TreeCategoria[], padreId: string | null): number {
  const last = Math.max(0, ...categorias.filter((each) => each.padreId === padreId).map(({ orden }) => orden))
  return last === 0 ? 0 : last + 1
}
