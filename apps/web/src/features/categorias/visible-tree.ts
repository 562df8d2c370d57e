import type { CategoriaNode, TreeCategoria } from '../../shared/categorias/categoria-tree.ts'

/** What is drawn of a tree: nothing inside of what is folded; of a search, what is found and what holds it. */
export function visibleTree<Categoria extends TreeCategoria>(
  tree: readonly CategoriaNode<Categoria>[],
  { folded, search }: { folded: ReadonlySet<string>; search: string },
): CategoriaNode<Categoria>[] {
  if (search.trim() !== '') return foundInTree(tree, fold(search.trim()))
  const shown: CategoriaNode<Categoria>[] = []
  let hiddenBelow = Number.POSITIVE_INFINITY
  for (const node of tree) {
    if (node.depth > hiddenBelow) continue
    hiddenBelow = folded.has(node.categoria.id) ? node.depth : Number.POSITIVE_INFINITY
    shown.push(node)
  }
  return shown
}

function foundInTree<Categoria extends TreeCategoria>(
  tree: readonly CategoriaNode<Categoria>[],
  search: string,
): CategoriaNode<Categoria>[] {
  const kept: CategoriaNode<Categoria>[] = []
  // From below: what holds something that was found comes before it and is less deep.
  let holderDepth = -1
  for (const node of tree.toReversed()) {
    const isFound = fold(node.categoria.nombre).includes(search)
    const holdsFound = node.depth === holderDepth
    if (!isFound && !holdsFound) continue
    kept.push(node)
    holderDepth = node.depth - 1
  }
  return kept.toReversed()
}

/** Without accents and capitals. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
