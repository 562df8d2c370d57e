import type { NodeProps } from '@xyflow/react'
import { createContext, memo, use } from 'react'
import { ENTRY_TOP, handleTop } from '../document/nodo-geometry.ts'
import { NORMAL } from '../document/nodo-handles.ts'
import { NodoHandle } from './nodo-handle.tsx'
import { type DrawnNodo, toHandleId } from './nodo-projection.ts'
import { symbolOf } from './nodo-symbols.tsx'
import classes from './nodo-view.module.css'

/** Whether nodes are so small that only their names can be read. */
export const FarContext = createContext(false)

const ENTRY_PLACE = { top: ENTRY_TOP }

/**
 * What a node shows: few elements, plain CSS, nothing that listens; the node itself is the element that React Flow puts around it. Who
 * points at a way out that is open is offered the next step.
 */
export const NodoView = memo(
  function NodoView({ id, data, isConnectable }: NodeProps<DrawnNodo>) {
    const { face, badge, run } = data
    const { tipo, nombre, line, handles, open } = face
    const isFar = use(FarContext)
    return (
      <>
        {tipo !== 'entrada' && (
          <NodoHandle
            nodo={id}
            handle={null}
            isConnectable={isConnectable}
            className={classes.entry}
            style={ENTRY_PLACE}
          />
        )}
        <span className={classes.nombre}>{nombre}</span>
        {!isFar && (
          <>
            <svg className={classes.icon} aria-hidden>
              <use href={`#${symbolOf(tipo)}`} />
            </svg>
            <span className={classes.line} title={run?.error?.mensaje}>
              {run?.text || line}
            </span>
            {badge && (
              <span className={classes.badge} data-gravedad={badge.gravedad} title={badge.text}>
                {badge.gravedad === 'error' ? '!' : '?'}
              </span>
            )}
          </>
        )}
        {handles.map((handle, at) => (
          <NodoHandle
            key={handle}
            nodo={id}
            handle={toHandleId(handle)}
            isConnectable={isConnectable}
            className={classes.exit}
            style={handles.length > 1 ? { top: handleTop(handles, at) } : ENTRY_PLACE}
            data-nombre={handles.length > 1 ? nameOf(handle) : undefined}
            data-abierta={open.includes(handle) || undefined}
            data-salida={handle}
          />
        ))}
      </>
    )
  },
  // Where it stands and whether it is chosen is seen at the element around it.
  (before, next) => before.data === next.data,
)

function nameOf(handle: string): string {
  return handle === NORMAL ? 'sigue' : handle
}
