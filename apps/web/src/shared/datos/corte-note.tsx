import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { type Cortes, describeCortes } from './describe-cortes.ts'

export function useCortes(value: unknown): Cortes {
  return useMemo(() => describeCortes(value), [value])
}

/** That a sample is not the whole value, and how much that was. Nothing when it is. */
export function CorteNote({ cortes: { isCut, partes, otras } }: { cortes: Cortes }) {
  if (!isCut) return null
  const more = otras > 0 ? [...partes, otras === 1 ? 'una parte más' : `${otras} partes más`] : partes
  return (
    <Text size="xs" c="dimmed">
      Muestra incompleta: el valor era grande y aquí está solo su comienzo
      {more.length > 0 ? ` (${more.join('; ')}).` : '.'}
    </Text>
  )
}
