import type { Columna } from '@div/contract'
import { VisuallyHidden } from '@mantine/core'
import type { VirtualItem } from '@tanstack/react-virtual'
import { memo } from 'react'
import classes from './filas-grid.module.css'
import type { Filtro } from './filas-query.ts'
import { GridHeadCell } from './grid-head-cell.tsx'
import { NUMBER_WIDTH } from './grid-model.ts'

interface GridHeadProps {
  height: number
  columnas: readonly Columna[]
  shown: readonly VirtualItem[]
  orden: string
  onOrden: (orden: string) => void
  filtros: readonly Filtro[]
  onFiltro: (columna: string, filtro: Filtro | null) => void
}

/** The columns that are on the screen. Drawn anew only when they change: not while somebody scrolls down. */
export const GridHead = memo(function GridHead(props: GridHeadProps) {
  const { height, columnas, shown, orden, onOrden, filtros, onFiltro } = props
  return (
    <div role="rowgroup" className={classes.head} style={{ height }}>
      <div role="row" aria-rowindex={1} style={{ height: '100%' }}>
        <div role="columnheader" className={classes.corner} style={{ width: NUMBER_WIDTH }}>
          <VisuallyHidden>Fila</VisuallyHidden>
        </div>
        {shown.map(({ index, start, size }) => {
          const columna = columnas[index]
          if (columna === undefined) return null
          return (
            <GridHeadCell
              key={columna.nombre}
              columna={columna}
              column={index}
              left={start}
              width={size}
              orden={orden}
              onOrden={onOrden}
              filtro={filtros.find((filtro) => filtro.columna === columna.nombre)}
              onFiltro={(filtro) => onFiltro(columna.nombre, filtro)}
            />
          )
        })}
      </div>
    </div>
  )
})
