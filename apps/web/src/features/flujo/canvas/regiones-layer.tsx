import { ViewportPortal } from '@xyflow/react'
import { memo } from 'react'
import type { RegionRect } from '../document/region-rects.ts'
import classes from './regiones-layer.module.css'

/** Behind nodes and connections: what each splitter opens, up to where its join closes it. It listens to nothing. */
export const RegionesLayer = memo(function RegionesLayer({ regiones }: { regiones: readonly RegionRect[] }) {
  return (
    <ViewportPortal>
      {regiones.map(({ id, nombre, x, y, ancho, alto }) => (
        <div
          key={id}
          className={classes.region}
          style={{ transform: `translate(${x}px, ${y}px)`, width: ancho, height: alto }}
        >
          {nombre}
        </div>
      ))}
    </ViewportPortal>
  )
})
