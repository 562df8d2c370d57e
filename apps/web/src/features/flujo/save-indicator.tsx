import { relativeTime } from '@div/ui'
import { Text } from '@mantine/core'
import { useNow } from '../../shared/use-now.ts'
import type { SaveState } from './store/editor-state.ts'
import { useEditor } from './store/use-editor.ts'

/** Whether what is drawn is stored, in passing. */
export function SaveIndicator() {
  const save = useEditor((state) => state.save)
  const now = useNow()
  const isAmiss = save.kind === 'fallo' || save.kind === 'conflicto'
  return (
    <Text size="sm" c={isAmiss ? 'red' : 'dimmed'} {...(isAmiss && { role: 'alert' })} truncate>
      {wordsOf(save, now)}
    </Text>
  )
}

function wordsOf(save: SaveState, now: number): string {
  switch (save.kind) {
    case 'guardado':
      return save.at === null ? 'Borrador · guardado' : `Borrador · guardado ${relativeTime(save.at, now)}`
    case 'pendiente':
    case 'guardando':
      return 'Borrador · guardando…'
    case 'fallo':
      return `Borrador · sin guardar: ${save.mensaje}`
    case 'conflicto':
      return 'Borrador · sin guardar: hay otra versión'
  }
}
