import {
  type CategoriaNode,
  flattenTree,
  type TreeCategoria,
} from '../../shared/categorias/categoria-tree.ts'

/** Where a category goes: inside which, as which of those that are there without it. */
export interface Place {
  padreId: string | null
  index: number
}

export type Direction = 'up' | 'down' | 'in' | 'out'

/** Over which part of a row something is dropped. */
export type DropZone = 'before' | 'inside' | 'after'

/** Where a key takes it; null: it can go no further. */
export function placeByKey<Categoria extends TreeCategoria>(
  categorias: readonly Categoria[],
  id: string,
  direction: Direction,
): Place | null {
  const tree = flattenTree(categorias)
  const padreId = parentOf(tree, id)
  const siblings = childrenOf(tree, padreId)
  const index = siblings.indexOf(id)
  switch (direction) {
    case 'up':
      return index > 0 ? { padreId, index: index - 1 } : null
    case 'down':
      return index < siblings.length - 1 ? { padreId, index: index + 1 } : null
    case 'in': {
      const previous = siblings[index - 1]
      return previous === undefined ? null : { padreId: previous, index: childrenOf(tree, previous).length }
    }
    case 'out': {
      if (padreId === null) return null
      const grandparentId = parentOf(tree, padreId)
      return { padreId: grandparentId, index: childrenOf(tree, grandparentId).indexOf(padreId) + 1 }
    }
  }
}

/** Where it goes when it is dropped on a row; null where it cannot: on itself and on what it holds. */
export function placeByDrop<Categoria extends TreeCategoria>(
  categorias: readonly Categoria[],
  { id, overId, zone }: { id: string; overId: string; zone: DropZone },
): Place | null {
  const tree = flattenTree(categorias)
  if (heldBy(tree, id).has(overId)) return null
  const padreId = zone === 'inside' ? overId : parentOf(tree, overId)
  const others = childrenOf(tree, padreId).filter((each) => each !== id)
  if (zone === 'inside') return { padreId, index: others.length }
  return { padreId, index: others.indexOf(overId) + (zone === 'after' ? 1 : 0) }
}

/** What the place holds afterwards, in its order. */
export function idsAfterMove<Categoria extends TreeCategoria>(
  categorias: readonly Categoria[],
  id: string,
  { padreId, index }: Place,
): string[] {
  const others = childrenOf(flattenTree(categorias), padreId).filter((each) => each !== id)
  return others.toSpliced(index, 0, id)
}

/** The categories once those of a place stand in this order. */
export function withOrder<Categoria extends TreeCategoria>(
  categorias: readonly Categoria[],
  padreId: string | null,
  ids: readonly string[],
): Categoria[] {
  return categorias.map((categoria) => {
    const orden = ids.indexOf(categoria.id)
    return orden < 0 ? categoria : { ...categoria, padreId, orden }
  })
}

/** The category and everything inside it. */
export function heldBy<Categoria extends TreeCategoria>(
  tree: readonly CategoriaNode<Categoria>[],
  id: string,
): ReadonlySet<string> {
  const start = tree.findIndex(({ categoria }) => categoria.id === id)
  const own = tree[start]
  if (own === undefined) return new Set()
  const end = tree.findIndex(({ depth }, index) => index > start && depth <= own.depth)
  const inside = tree.slice(start, end < 0 ? undefined : end)
  return new Set(inside.map(({ categoria }) => categoria.id))
}

/** As the tree shows it: what hangs on nothing stands at the top. */
function parentOf<Categoria extends TreeCategoria>(
  tree: readonly CategoriaNode<Categoria>[],
  id: string,
): string | null {
  const own = tree.find(({ categoria }) => categoria.id === id)
  return own === undefined || own.depth === 0 ? null : own.categoria.padreId
}

function childrenOf<Categoria extends TreeCategoria>(
  tree: readonly CategoriaNode<Categoria>[],
  padreId: string | null,
): string[] {
  return tree
    .filter(({ categoria, depth }) => (padreId === null ? depth === 0 : categoria.padreId === padreId))
    .map(({ categoria }) => categoria.id)
}
