import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCloudOff, IconLoader2 } from '@tabler/icons-react'
import { discardUnsaved } from './grid-edits.ts'
import type { GridRange } from './grid-selection.ts'
import classes from './grid-status.module.css'
import type { SavedEdits } from './use-saved-edits.ts'

interface GridStatusProps {
  saved: SavedEdits
  unsaved: number
  isReadOnly: boolean
  /** Of the cell that is selected: what is wrong with it, else all that it says. */
  message: string
  isError: boolean
  range: GridRange
  hint: string | null
}

/** Below the grid: the selected cell in full, and whether everything is stored. */
export function GridStatus(props: GridStatusProps) {
  const { saved, unsaved, isReadOnly, message, isError, range, hint } = props
  const cells = (range.bottom - range.top + 1) * (range.right - range.left + 1)
  return (
    <div className={classes.status}>
      <Text
        size="sm"
        className={classes.message}
        c={isError ? 'red' : 'dimmed'}
        role={isError ? 'alert' : undefined}
      >
        {isError && <IconAlertTriangle size={14} aria-hidden style={{ verticalAlign: -2 }} />}{' '}
        {hint ?? (cells > 1 ? `${cells.toLocaleString('es')} celdas` : message)}
      </Text>
      {!isReadOnly && <SaveState saved={saved} unsaved={unsaved} />}
    </div>
  )
}

function SaveState({ saved, unsaved }: Pick<GridStatusProps, 'saved' | 'unsaved'>) {
  const { isSaving, failure, retry, change, edits } = saved
  const refused = [...edits.rows.values()].filter(({ errores }) => errores.length > 0).length
  return (
    <Group gap="sm" wrap="nowrap" role="status" className={classes.state}>
      {failure !== null ? (
        <>
          <IconCloudOff size={16} stroke={1.5} aria-hidden />
          <Text size="sm">No se pudo guardar: {failure}</Text>
          <Button size="compact-xs" variant="default" flex="none" onClick={retry}>
            Reintentar
          </Button>
        </>
      ) : refused > 0 && !isSaving ? (
        <>
          <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
          <Text size="sm">
            {refused === 1 ? '1 fila sin guardar' : `${refused.toLocaleString('es')} filas sin guardar`}:
            corrija las celdas marcadas
          </Text>
          <Button size="compact-xs" variant="default" flex="none" onClick={() => change(discardUnsaved)}>
            Descartar
          </Button>
        </>
      ) : unsaved > 0 ? (
        <>
          <IconLoader2 size={16} stroke={1.5} aria-hidden />
          <Text size="sm">{isSaving ? 'Guardando…' : 'Sin guardar'}</Text>
        </>
      ) : (
        <>
          <IconCheck size={16} stroke={1.5} aria-hidden />
          <Text size="sm">Guardado</Text>
        </>
      )}
    </Group>
  )
}
