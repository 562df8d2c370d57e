/** What the tree needs to know of a category. */
export interface TreeCategoria {
  id: string
  nombre: string
  padreId: string | null
  orden: number
}

export interface CategoriaNode<Categoria extends TreeCategoria> {
  categoria: Categoria
  /** 0 at the top. */
  depth: number
  /** Of the categories that hold it, from the top. */
  path: readonly string[]
  hasChildren: boolean
}

/** The tree as it is read from top to bottom: by `orden`, then by name. What hangs on nothing that is there stands at the top. */
export function flattenTree<Categoria extends TreeCategoria>(
  categorias: readonly Categoria[],
): CategoriaNode<Categoria>[] {
  const known = new Set(categorias.map(({ id }) => id))
  const children = Map.groupBy(categorias, ({ padreId }) =>
    padreId !== null && known.has(padreId) ? padreId : null,
  )
  const walk = (padreId: string | null, depth: number, path: readonly string[]): CategoriaNode<Categoria>[] =>
    (children.get(padreId) ?? [])
      .toSorted(bySiblingOrder)
      .flatMap((categoria) => [
        { categoria, depth, path, hasChildren: children.has(categoria.id) },
        ...walk(categoria.id, depth + 1, [...path, categoria.nombre]),
      ])
  return walk(null, 0, [])
}

const { compare } = new Intl.Collator('es', { sensitivity: 'base', numeric: true })

function bySiblingOrder(left: TreeCategoria, right: TreeCategoria): number {
  return left.orden - right.orden || compare(left.nombre, right.nombre)
}
