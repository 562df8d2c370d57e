import { notify } from '@div/ui'
import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconTrash } from '@tabler/icons-react'
import { describeError } from '../../shared/api-error.ts'
import { redo, undo } from './grid-edits.ts'
import type { GridLines } from './grid-model.ts'
import { type GridSelection, rangeOf } from './grid-selection.ts'
import type { useGridActions } from './use-grid-actions.ts'
import type { SavedEdits } from './use-saved-edits.ts'

interface GridToolsProps {
  saved: SavedEdits
  selection: GridSelection
  lines: GridLines
  actions: ReturnType<typeof useGridActions>
}

export function GridTools({ saved: { edits, change }, selection, lines, actions }: GridToolsProps) {
  const { top, bottom } = rangeOf(selection)
  const count = Math.min(bottom, (lines.blankAt ?? lines.count) - 1) - top + 1
  const removal = count > 1 ? `Eliminar las ${count.toLocaleString('es')} filas elegidas` : 'Eliminar la fila'

  function remove() {
    actions.remove(rangeOf(selection)).catch((error) => notify.error('No se pudo', describeError(error)))
  }

  return (
    <Group gap={4}>
      <Tooltip label="Deshacer (Ctrl+Z)">
        <ActionIcon
          size="lg"
          aria-label="Deshacer"
          disabled={edits.undo.length === 0}
          onClick={() => change(undo)}
        >
          <IconArrowBackUp size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Rehacer (Ctrl+Y)">
        <ActionIcon
          size="lg"
          aria-label="Rehacer"
          disabled={edits.redo.length === 0}
          onClick={() => change(redo)}
        >
          <IconArrowForwardUp size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={`${removal} (Ctrl+Supr)`}>
        <ActionIcon size="lg" aria-label={removal} disabled={count < 1} onClick={remove}>
          <IconTrash size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
