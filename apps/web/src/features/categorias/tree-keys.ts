import type { CategoriaNode, TreeCategoria } from '../../shared/categorias/categoria-tree.ts'

export type TreeStep =
  | { kind: 'focus'; id: string | undefined }
  | { kind: 'fold'; isFolded: boolean }
  | { kind: 'open' }

/** What a key does on a row, as trees work everywhere (WAI-ARIA, «Tree View»); null: nothing of the tree. */
export function stepOfKey<Categoria extends TreeCategoria>(
  nodes: readonly CategoriaNode<Categoria>[],
  { key, id, isFolded }: { key: string; id: string; isFolded: boolean },
): TreeStep | null {
  const index = nodes.findIndex(({ categoria }) => categoria.id === id)
  const node = nodes[index]
  const focus = (target: CategoriaNode<Categoria> | undefined): TreeStep => ({
    kind: 'focus',
    id: target?.categoria.id,
  })
  switch (key) {
    case 'ArrowDown':
      return focus(nodes[index + 1])
    case 'ArrowUp':
      return focus(nodes[index - 1])
    case 'Home':
      return focus(nodes[0])
    case 'End':
      return focus(nodes.at(-1))
    case 'ArrowRight':
      if (!node?.hasChildren) return focus(undefined)
      return isFolded ? { kind: 'fold', isFolded: false } : focus(nodes[index + 1])
    case 'ArrowLeft':
      if (node?.hasChildren && !isFolded) return { kind: 'fold', isFolded: true }
      return focus(nodes.find(({ categoria }) => categoria.id === node?.categoria.padreId))
    case 'Enter':
    case ' ':
      return { kind: 'open' }
    default:
      return null
  }
}
