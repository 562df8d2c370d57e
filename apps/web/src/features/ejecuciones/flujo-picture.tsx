import type { Conexion, Flujo, Nodo } from '@div/contract'
import { describeMs } from '@div/ui'
import { UnstyledButton } from '@mantine/core'
import { NODO_HEAD, NODO_WIDTH } from '../../shared/flujo/nodo-size.ts'
import { TipoNodoIcon } from '../../shared/flujo/tipo-nodo.tsx'
import { colorOfEstado, EstadoIcon } from '../../shared/trace/estados.tsx'
import classes from './flujo-picture.module.css'
import type { LiveOutcome } from './nodo-outcomes.ts'

/** Of the drawing: names can be read, and most procesos fit. */
const SCALE = 0.72
const MARGIN = 12

interface FlujoPictureProps {
  flujo: Pick<Flujo, 'nodos' | 'conexiones'>
  /** How its nodes came out, or how far they have come. */
  outcomes: ReadonlyMap<string, LiveOutcome>
  /** Node whose span is looked at. */
  selected: string | null
  onSelect: (nodo: string) => void
}

/** The drawing as it was when it ran, with how each node came out; what was not reached is pale. */
export function FlujoPicture({
  flujo: { nodos, conexiones },
  outcomes,
  selected,
  onSelect,
}: FlujoPictureProps) {
  const left = Math.min(...nodos.map(({ posicion }) => posicion.x))
  const top = Math.min(...nodos.map(({ posicion }) => posicion.y))
  const place = ({ posicion }: Nodo) => ({
    x: (posicion.x - left) * SCALE + MARGIN,
    y: (posicion.y - top) * SCALE + MARGIN,
  })
  const width = Math.max(...nodos.map((nodo) => place(nodo).x)) + NODO_WIDTH * SCALE + MARGIN
  const height = Math.max(...nodos.map((nodo) => place(nodo).y)) + NODO_HEAD * SCALE + MARGIN
  const byId = new Map(nodos.map((nodo) => [nodo.id, nodo]))
  const reached = (id: string) => {
    const estado = outcomes.get(id)?.estado
    return estado !== undefined && estado !== 'omitido'
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard.
    <section className={classes.frame} aria-label="El dibujo tal como era" tabIndex={0}>
      <div className={classes.drawing} style={{ width, height }}>
        <svg width={width} height={height} className={classes.lines} aria-hidden>
          {conexiones.map((conexion) => (
            <path
              key={conexion.id}
              d={lineOf(conexion, byId, place)}
              data-taken={reached(conexion.origen) && reached(conexion.destino) ? true : undefined}
            />
          ))}
        </svg>
        {nodos.map((nodo) => {
          const { x, y } = place(nodo)
          return (
            <NodoBox
              key={nodo.id}
              nodo={nodo}
              outcome={outcomes.get(nodo.id)}
              at={{ left: x, top: y }}
              isSelected={nodo.id === selected}
              onSelect={onSelect}
            />
          )
        })}
      </div>
    </section>
  )
}

interface NodoBoxProps {
  nodo: Nodo
  outcome: LiveOutcome | undefined
  at: { left: number; top: number }
  isSelected: boolean
  onSelect: (nodo: string) => void
}

function NodoBox({ nodo: { id, nombre, tipo }, outcome, at, isSelected, onSelect }: NodoBoxProps) {
  const ran = outcome !== undefined && outcome.estado !== 'omitido'
  return (
    <UnstyledButton
      className={classes.nodo}
      style={{
        ...at,
        width: NODO_WIDTH * SCALE,
        height: NODO_HEAD * SCALE,
        ...(ran && { borderColor: `var(--mantine-color-${colorOfEstado(outcome.estado)}-filled)` }),
      }}
      data-ran={ran ? true : undefined}
      aria-pressed={isSelected}
      disabled={outcome === undefined}
      title={nombre}
      onClick={() => onSelect(id)}
    >
      <TipoNodoIcon tipo={tipo} />
      <span className={classes.text}>
        <span className={classes.nombre}>{nombre}</span>
        {ran && (
          <span className={classes.outcome}>
            {outcome.count > 1 && `${outcome.count.toLocaleString('es')} veces, `}
            {describeMs(outcome.durationMs)}
          </span>
        )}
      </span>
      {ran && <EstadoIcon estado={outcome.estado} />}
    </UnstyledButton>
  )
}

/** From the right of a node to the left of the next one. */
function lineOf(
  { origen, destino }: Conexion,
  byId: ReadonlyMap<string, Nodo>,
  place: (nodo: Nodo) => { x: number; y: number },
): string {
  const [from, to] = [byId.get(origen), byId.get(destino)]
  if (!from || !to) return ''
  const middle = (NODO_HEAD * SCALE) / 2
  const start = { x: place(from).x + NODO_WIDTH * SCALE, y: place(from).y + middle }
  const end = { x: place(to).x, y: place(to).y + middle }
  const bend = Math.max(24, Math.abs(end.x - start.x) / 2)
  return `M${start.x},${start.y} C${start.x + bend},${start.y} ${end.x - bend},${end.y} ${end.x},${end.y}`
}
