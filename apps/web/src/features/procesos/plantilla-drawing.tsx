import type { PlantillaResumen } from '@div/contract'
import { TIPO_NODO_LOOKS } from '../../shared/flujo/tipo-nodo.tsx'
import classes from './plantilla-drawing.module.css'

/** Between two columns and two rows of the drawing on the canvas; here each is a square with its icon. */
const COLUMN = 260
const ROW = 128
const STEP = { x: 46, y: 38 }
const SIDE = 28
const ICON = 16
const MARGIN = 4
/** As wide as most are, so that a short one is not drawn large. */
const LEAST_COLUMNS = 7

type Dibujo = PlantillaResumen['dibujo']
type Posicion = Dibujo['nodos'][number]['posicion']

/** A flujo at a glance, for who sees: how many steps of which kind, and where it branches. */
export function PlantillaDrawing({ dibujo: { nodos, conexiones } }: { dibujo: Dibujo }) {
  const columns = Math.max(LEAST_COLUMNS, ...nodos.map(({ posicion }) => posicion.x / COLUMN + 1))
  const rows = Math.max(1, ...nodos.map(({ posicion }) => posicion.y / ROW + 1))
  const width = (columns - 1) * STEP.x + SIDE + 2 * MARGIN
  const height = (rows - 1) * STEP.y + SIDE + 2 * MARGIN
  const places = new Map(nodos.map(({ id, posicion }) => [id, placeOf(posicion)]))
  return (
    <svg
      className={classes.drawing}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMinYMid meet"
      aria-hidden
    >
      {conexiones.map(({ id, origen, destino }) => (
        <path key={id} d={lineOf(places.get(origen), places.get(destino))} />
      ))}
      {nodos.map(({ id, tipo, posicion }) => {
        const { icon: Mark, color } = TIPO_NODO_LOOKS[tipo]
        const { x, y } = placeOf(posicion)
        const inset = (SIDE - ICON) / 2
        return (
          <g key={id} color={`var(--mantine-color-${color}-filled)`}>
            <rect x={x} y={y} width={SIDE} height={SIDE} rx={6} />
            <Mark x={x + inset} y={y + inset} size={ICON} stroke={1.75} aria-hidden />
          </g>
        )
      })}
    </svg>
  )
}

const placeOf = ({ x, y }: Posicion) => ({
  x: (x / COLUMN) * STEP.x + MARGIN,
  y: (y / ROW) * STEP.y + MARGIN,
})

/** From the right of a node to the left of the next one. */
function lineOf(from: Posicion | undefined, to: Posicion | undefined): string {
  if (from === undefined || to === undefined) return ''
  const start = { x: from.x + SIDE, y: from.y + SIDE / 2 }
  const end = { x: to.x, y: to.y + SIDE / 2 }
  const bend = (STEP.x - SIDE) / 2
  return `M${start.x},${start.y} C${start.x + bend},${start.y} ${end.x - bend},${end.y} ${end.x},${end.y}`
}
