import { Handle, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { ENTRY_TOP, handleTop } from '../document/nodo-geometry.ts'
import { NORMAL } from '../document/nodo-handles.ts'
import { type DrawnNodo, toHandleId } from './graph-projection.ts'
import { symbolOf } from './nodo-symbols.tsx'
import classes from './nodo-view.module.css'

/** A node on the canvas: few elements, plain CSS, nothing that listens. Who points at a way out that is open is offered the next step. */
export const NodoView = memo(function NodoView({ data }: NodeProps<DrawnNodo>) {
  const { face, badge, run } = data
  const { tipo, nombre, line, handles, open } = face
  return (
    <div
      className={classes.nodo}
      data-tipo={tipo}
      data-estado={run?.estado}
      data-viejo={run?.isStale}
      data-fijado={run?.fijado || undefined}
    >
      {tipo !== 'entrada' && (
        <Handle type="target" position={Position.Left} className={classes.entry} style={{ top: ENTRY_TOP }} />
      )}
      <svg className={classes.icon} aria-hidden>
        <use href={`#${symbolOf(tipo)}`} />
      </svg>
      <span className={classes.nombre}>{nombre}</span>
      <span className={classes.line}>{run?.text || line}</span>
      {badge && (
        <span className={classes.badge} data-gravedad={badge.gravedad} title={badge.text}>
          {badge.gravedad === 'error' ? '!' : '?'}
        </span>
      )}
      {handles.map((handle, at) => (
        <Handle
          key={handle}
          id={toHandleId(handle)}
          type="source"
          position={Position.Right}
          className={classes.exit}
          style={{ top: handleTop(handles, at) }}
          data-nombre={handles.length > 1 ? nameOf(handle) : undefined}
          data-abierta={open.includes(handle) || undefined}
          data-salida={handle}
        />
      ))}
    </div>
  )
})

function nameOf(handle: string): string {
  return handle === NORMAL ? 'sigue' : handle
}
