import { Button } from '@mantine/core'
import { IconArrowsDiagonal } from '@tabler/icons-react'
import { Link } from 'react-router'
import { lienzoOf } from '../../../shared/address-of.ts'
import { useEditor, useEditorStore, useSelectedNodo } from '../store/use-editor.ts'
import { calledProceso } from './called-proceso.ts'
import { useTrail } from './trail.ts'

/** Into the proceso that the selected node calls, and back again by the way that stands above. */
export function OpenSubproceso() {
  const { mayEdit } = useEditorStore()
  const selected = useSelectedNodo()
  const { id, nombre } = useEditor(({ stored }) => stored)
  const trail = useTrail()
  const called = selected ? calledProceso(selected) : null
  if (called === null) return null
  return (
    <Button
      component={Link}
      to={lienzoOf(called, mayEdit)}
      state={{ trail: [...trail, { id, nombre }] }}
      size="compact-sm"
      variant="light"
      leftSection={<IconArrowsDiagonal size={14} aria-hidden />}
    >
      Abrir el proceso que llama
    </Button>
  )
}
