import { getBezierPath, Position, ViewportPortal } from '@xyflow/react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { NODO_WIDTH } from '../../../shared/flujo/nodo-size.ts'
import { ENTRY_TOP } from '../document/nodo-geometry.ts'
import type { EditorStore } from '../store/editor-store.ts'
import { useEditorStore } from '../store/use-editor.ts'
import type { DrawnConexion } from './conexion-projection.ts'
import classes from './conexiones-layer.module.css'
import { useShowRect } from './use-show-rect.ts'

const ARROW = 'conexion-flecha'
const HOW = 'conexion-como'

interface ConexionesProps {
  conexiones: readonly DrawnConexion[]
}

/**
 * What joins the nodes, behind them. In the page it comes after them, so that who goes by Tab meets the nodes first; one element listens
 * for all connections, and React Flow knows of none of them, so that it asks nothing for them when something is moved.
 */
export const ConexionesLayer = memo(function ConexionesLayer({ conexiones }: ConexionesProps) {
  const store = useEditorStore()
  const hearing = useMemo(() => hearFor(store), [store])
  const show = useShowRect()

  /** Who goes by Tab sees where that has led; who pressed one sees it already. */
  function showFocused({ target }: FocusEvent) {
    const id = target.matches(':focus-visible') ? conexionAt(target) : undefined
    const conexion = conexiones.find((each) => each.id === id)
    if (conexion) show({ ...middleOf(conexion), ancho: 0, alto: 0 })
  }
  return (
    <ViewportPortal>
      <svg className={classes.layer} role="presentation" {...hearing} {...{ onFocus: showFocused }}>
        <desc id={HOW}>Pulse Entrar o Espacio para seleccionar la conexión.</desc>
        <defs>
          <marker
            id={ARROW}
            className={classes.arrow}
            markerWidth={16}
            markerHeight={16}
            markerUnits="userSpaceOnUse"
            viewBox="-10 -10 20 20"
            orient="auto-start-reverse"
          >
            <polyline points="-5,-4 0,0 -5,4 -5,-4" />
          </marker>
        </defs>
        <ConexionLines conexiones={conexiones} />
      </svg>
    </ViewportPortal>
  )
})

/** There are no buttons within a drawing: each is one by its role. */
const asButton = (isSelected: boolean) => ({
  tabIndex: 0,
  role: 'button',
  'aria-roledescription': 'conexión',
  'aria-describedby': HOW,
  'aria-pressed': isSelected,
})

type Ends = Pick<DrawnConexion, 'from' | 'to' | 'top'>

const curveOf = ({ from, to, top }: Ends) =>
  getBezierPath({
    sourceX: from.x + NODO_WIDTH,
    sourceY: from.y + top,
    sourcePosition: Position.Right,
    targetX: to.x,
    targetY: to.y + ENTRY_TOP,
    targetPosition: Position.Left,
  })

function middleOf(ends: Ends) {
  const [, x, y] = curveOf(ends)
  return { x, y }
}

interface ConexionProps {
  conexion: DrawnConexion
}

/**
 * Where connections run is written onto what is drawn of them, and React knows nothing of it: where all nodes come to stand elsewhere, it
 * would ask a thousand components and compare the properties of thrice as many elements.
 */
function ConexionLines({ conexiones }: ConexionesProps) {
  const lines = useRef<SVGGElement>(null)
  const written = useRef(new WeakMap<Element, DrawnConexion>())

  useLayoutEffect(() => {
    for (const [at, line] of [...(lines.current?.children ?? [])].entries()) {
      const conexion = conexiones[at]
      if (conexion === undefined || written.current.get(line) === conexion) continue
      written.current.set(line, conexion)
      writeCurve(line, conexion)
    }
  }, [conexiones])

  return (
    <g ref={lines}>
      {conexiones.map((conexion) => (
        <ConexionLine key={conexion.id} conexion={conexion} />
      ))}
    </g>
  )
}

function writeCurve(line: Element, conexion: DrawnConexion): void {
  const [path, x, y] = curveOf(conexion)
  for (const part of line.children) {
    if (part instanceof SVGPathElement) part.setAttribute('d', path)
    else {
      part.setAttribute('x', String(x))
      part.setAttribute('y', String(y))
    }
  }
}

const ConexionLine = memo(function ConexionLine({ conexion }: ConexionProps) {
  const { id, nombre, label, isTaken, isUndoing, isSelected, cambio } = conexion
  return (
    <g
      className={`${classes.conexion} nopan`}
      data-conexion={id}
      data-recorrida={isTaken}
      data-deshace={isUndoing || undefined}
      data-cambio={cambio}
      {...asButton(isSelected)}
      aria-label={nombre}
    >
      <path className={classes.line} markerEnd={`url(#${ARROW})`} />
      <path className={classes.reach} />
      {label !== '' && <text className={classes.label}>{label}</text>}
    </g>
  )
}, isAlike)

/** But for where they run. */
function isAlike({ conexion: before }: ConexionProps, { conexion: next }: ConexionProps): boolean {
  return (
    before.nombre === next.nombre &&
    before.label === next.label &&
    before.isTaken === next.isTaken &&
    before.isUndoing === next.isUndoing &&
    before.isSelected === next.isSelected &&
    before.cambio === next.cambio
  )
}

const SELECTS: readonly string[] = ['Enter', ' ']

/** One element hears what is done to any of them. */
function hearFor(store: EditorStore) {
  function hear({ target, ctrlKey, metaKey, shiftKey }: MouseEvent | KeyboardEvent): boolean {
    const id = conexionAt(target)
    if (id !== undefined) select(store, id, { isAdded: ctrlKey || metaKey || shiftKey })
    return id !== undefined
  }
  return {
    onClick: hear,
    onKeyDown(event: KeyboardEvent) {
      if (SELECTS.includes(event.key) && hear(event)) event.preventDefault()
    },
  }
}

/** Added to what was selected, or taken away from it; otherwise it alone is. */
function select(store: EditorStore, id: string, { isAdded }: { isAdded: boolean }): void {
  const { selection } = store.read()
  if (!isAdded) return store.select({ conexiones: new Set([id]) })
  store.select({ ...selection, conexiones: selection.conexiones.symmetricDifference(new Set([id])) })
}

/** The connection that something of the page belongs to. */
export function conexionAt(target: EventTarget): string | undefined {
  return target instanceof Element
    ? target.closest<SVGElement>('[data-conexion]')?.dataset.conexion
    : undefined
}
