import type { CategoriaResumen } from '@div/contract'
import { VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconGripVertical } from '@tabler/icons-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { CategoriaNode } from '../../shared/categorias/categoria-tree.ts'
import classes from './categoria-tree-view.module.css'
import { type Direction, type Place, placeByDrop, placeByKey } from './move-categoria.ts'
import { stepOfKey } from './tree-keys.ts'
import { useTreeDrag } from './use-tree-drag.ts'

const MOVES: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

interface CategoriaTreeViewProps {
  categorias: readonly CategoriaResumen[]
  /** What is drawn of them. */
  nodes: readonly CategoriaNode<CategoriaResumen>[]
  folded: ReadonlySet<string>
  onFold: (id: string, isFolded: boolean) => void
  openId: string | null
  onOpen: (id: string) => void
  /** Missing: who looks may not move, or not everything is to be seen. */
  onMove?: ((id: string, place: Place) => void) | undefined
}

export function CategoriaTreeView(props: CategoriaTreeViewProps) {
  const { categorias, nodes, folded, onFold, openId, onOpen, onMove } = props
  const [activeId, setActiveId] = useState<string | null>(null)
  const [told, setTold] = useState('')
  const rows = useRef(new Map<string, HTMLElement>())
  const refocuses = useRef(false)
  const { drag, rowProps, wasGrip, cancel } = useTreeDrag(
    (id, over) => placeByDrop(categorias, { id, overId: over.id, zone: over.zone }) !== null,
    (id, over) => move(id, placeByDrop(categorias, { id, overId: over.id, zone: over.zone })),
  )
  const active = nodes.find(({ categoria }) => categoria.id === activeId) ?? nodes[0]

  // A row that goes elsewhere in the document loses the focus on the way.
  useLayoutEffect(() => {
    if (!refocuses.current || active === undefined) return
    refocuses.current = false
    rows.current.get(active.categoria.id)?.focus()
  })

  function move(id: string, place: Place | null) {
    if (place === null || onMove === undefined) return
    if (place.padreId !== null) onFold(place.padreId, false)
    setActiveId(id)
    refocuses.current = true
    onMove(id, place)
    const holder = categorias.find((categoria) => categoria.id === place.padreId)?.nombre
    setTold(`Ahora en la posición ${place.index + 1}${holder === undefined ? '' : ` de ${holder}`}.`)
  }

  function click(event: MouseEvent, { categoria: { id }, hasChildren }: CategoriaNode<CategoriaResumen>) {
    if (onMove && wasGrip()) return
    const isFold = event.target instanceof Element && event.target.closest('[data-fold]') !== null
    if (isFold && hasChildren) onFold(id, !folded.has(id))
    else onOpen(id)
  }

  function press(event: KeyboardEvent, node: CategoriaNode<CategoriaResumen>) {
    const { id } = node.categoria
    if (event.key === 'Escape') return cancel()
    if (event.altKey) {
      const direction = MOVES[event.key]
      if (direction === undefined) return
      event.preventDefault()
      return move(id, placeByKey(categorias, id, direction))
    }
    const step = stepOfKey(nodes, { key: event.key, id, isFolded: folded.has(id) })
    if (step === null) return
    event.preventDefault()
    if (step.kind === 'open') onOpen(id)
    else if (step.kind === 'fold') onFold(id, step.isFolded)
    else if (step.id !== undefined) rows.current.get(step.id)?.focus()
  }

  return (
    <>
      <div role="tree" aria-label="Categorías" className={classes.tree}>
        {nodes.map((node) => {
          const { categoria, depth, hasChildren } = node
          const { id, nombre, descripcion, color, usos } = categoria
          const isFolded = folded.has(id)
          const Chevron = isFolded ? IconChevronRight : IconChevronDown
          return (
            <div
              key={id}
              role="treeitem"
              aria-level={depth + 1}
              aria-expanded={hasChildren ? !isFolded : undefined}
              aria-selected={id === openId}
              tabIndex={node === active ? 0 : -1}
              className={classes.row}
              style={{ '--depth': depth } as CSSProperties}
              data-categoria={id}
              data-dragged={drag?.id === id || undefined}
              data-drop={drag?.over?.id === id ? drag.over.zone : undefined}
              ref={(row) => {
                if (row) rows.current.set(id, row)
                else rows.current.delete(id)
              }}
              onFocus={() => setActiveId(id)}
              onClick={(event) => click(event, node)}
              onKeyDown={(event) => press(event, node)}
              {...(onMove && rowProps(id))}
            >
              <span className={classes.chevron} aria-hidden data-fold>
                {hasChildren && <Chevron size={16} />}
              </span>
              {onMove && (
                <span className={classes.grip} aria-hidden data-grip title="Arrastre para mover">
                  <IconGripVertical size={14} />
                </span>
              )}
              <span
                className={classes.dot}
                data-none={color === null || undefined}
                style={{ background: color ?? undefined }}
                aria-hidden
              />
              <span className={classes.name}>{nombre}</span>
              <span className={classes.description}>{descripcion}</span>
              <span className={classes.count}>{describeCount(usos)}</span>
            </div>
          )
        })}
      </div>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </>
  )
}

function describeCount(usos: number): string {
  if (usos === 0) return 'vacía'
  return usos === 1 ? '1 elemento' : `${usos.toLocaleString('es')} elementos`
}
