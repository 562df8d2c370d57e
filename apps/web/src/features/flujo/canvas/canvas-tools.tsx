import { Button, Tooltip } from '@mantine/core'
import {
  IconClipboardList,
  IconFocusCentered,
  IconLayoutSidebar,
  IconNote,
  IconSitemap,
  IconSquareDashed,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { Panel, useReactFlow } from '@xyflow/react'
import { useEditorStore } from '../store/use-editor.ts'
import { useAnotacionActions } from '../use-anotacion-actions.ts'
import classes from './canvas-tools.module.css'
import { FIT } from './fit.ts'

interface CanvasToolsProps {
  isArranging: boolean
  onArrange: () => void
  onLog: () => void
  /** Opens what otherwise stands at the left; null: it stands there. */
  onSide: (() => void) | null
}

/** Upon the canvas: how it is looked at, and what is drawn beside nodes. */
export function CanvasTools({ isArranging, onArrange, onLog, onSide }: CanvasToolsProps) {
  const { mayEdit } = useEditorStore()
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  const { addGrupo, addNota } = useAnotacionActions()
  return (
    <Panel position="bottom-left">
      <div className={classes.tools} role="toolbar" aria-label="Herramientas del lienzo">
        {onSide && <CanvasTool label="Añadir y buscar nodos" icon={IconLayoutSidebar} onClick={onSide} />}
        <CanvasTool label="Acercar" icon={IconZoomIn} onClick={() => void zoomIn()} />
        <CanvasTool label="Alejar" icon={IconZoomOut} onClick={() => void zoomOut()} />
        <CanvasTool label="Ver todo" keys="F" icon={IconFocusCentered} onClick={() => void fitView(FIT)} />
        {mayEdit && (
          <>
            <CanvasTool
              label="Ordenar"
              keys="O"
              icon={IconSitemap}
              isBusy={isArranging}
              onClick={onArrange}
            />
            <CanvasTool label="Agrupar" keys="Ctrl+G" icon={IconSquareDashed} onClick={addGrupo} />
            <CanvasTool label="Añadir nota" keys="N" icon={IconNote} onClick={addNota} />
            <CanvasTool label="Registro del clipboard" icon={IconClipboardList} onClick={onLog} />
          </>
        )}
      </div>
    </Panel>
  )
}

interface CanvasToolProps {
  label: string
  keys?: string
  icon: typeof IconZoomIn
  isBusy?: boolean
  onClick: () => void
}

function CanvasTool({ label, keys, icon: Icon, isBusy = false, onClick }: CanvasToolProps) {
  return (
    <Tooltip label={keys === undefined ? label : `${label} · ${keys}`} position="top">
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        className={classes.tool}
        aria-label={label}
        loading={isBusy}
        onClick={onClick}
      >
        <Icon size={18} stroke={1.5} aria-hidden />
        <span className={classes.words}>{label}</span>
      </Button>
    </Tooltip>
  )
}
