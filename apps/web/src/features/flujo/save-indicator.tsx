import { relativeTime } from '@div/ui'
import { Text } from '@mantine/core'
import { timeWords, wholeTime } from '../../shared/time/time-words.ts'
import { useNow } from '../../shared/use-now.ts'
import type { EditorState } from './store/editor-state.ts'
import { useSettled } from './store/use-editor.ts'

/** Whether what is drawn is stored, and who stored it last, in passing. */
export function SaveIndicator() {
  const save = useSettled((state) => state.save)
  const stored = useSettled((state) => state.stored)
  const now = useNow()
  const isAmiss = save.kind === 'fallo' || save.kind === 'conflicto'
  return (
    <Text
      size="sm"
      c={isAmiss ? 'red' : 'dimmed'}
      {...(isAmiss && { role: 'alert' })}
      truncate
      title={`Última edición: ${stored.actualizadoPor ?? 'DIV'}, ${wholeTime(Date.parse(stored.actualizadoEn))}`}
    >
      {wordsOf({ save, stored }, now)}
    </Text>
  )
}

function wordsOf({ save, stored }: Pick<EditorState, 'save' | 'stored'>, now: number): string {
  switch (save.kind) {
    case 'guardado':
      return save.at === null
        ? `Borrador · última edición ${timeWords(Date.parse(stored.actualizadoEn), now)} por ${stored.actualizadoPor ?? 'DIV'}`
        : `Borrador · guardado ${relativeTime(save.at, now)}`
    case 'pendiente':
    case 'guardando':
      return 'Borrador · guardando…'
    case 'fallo':
      return `Borrador · sin guardar: ${save.mensaje}`
    case 'conflicto':
      return 'Borrador · sin guardar: hay otra versión'
  }
}
