import { ANOTACION_MAX, ANOTACION_MIN } from '@div/contract'
import { type NodeProps, NodeResizeControl } from '@xyflow/react'
import { memo } from 'react'
import { useEditorStore } from '../store/use-editor.ts'
import type { DrawnGrupo, DrawnNota } from './anotacion-projection.ts'
import classes from './anotacion-views.module.css'

/** A frame around nodes, taken hold of by its name. */
export const GrupoView = memo(function GrupoView({ data, selected }: NodeProps<DrawnGrupo>) {
  return (
    <div className={classes.grupo} data-color={data.color}>
      <div className={classes.title}>{data.nombre === '' ? 'Grupo' : data.nombre}</div>
      {selected && <Corner />}
    </div>
  )
})

/** A text for who reads the drawing. */
export const NotaView = memo(function NotaView({ data, selected }: NodeProps<DrawnNota>) {
  return (
    <div className={classes.nota} data-color={data.color}>
      {data.texto === '' ? <em>Nota vacía</em> : data.texto}
      {selected && <Corner />}
    </div>
  )
})

const BOUNDS = {
  minWidth: ANOTACION_MIN,
  minHeight: ANOTACION_MIN,
  maxWidth: ANOTACION_MAX,
  maxHeight: ANOTACION_MAX,
}

/** Dragged, it says how large the frame or the note is; in numbers the inspector asks for it. */
function Corner() {
  return useEditorStore().mayEdit ? (
    <NodeResizeControl position="bottom-right" className={classes.corner ?? ''} {...BOUNDS} />
  ) : null
}
