import { ConfirmDialog } from '@div/ui'
import { Text } from '@mantine/core'
import { useCallback } from 'react'
import { type Location, useBeforeUnload, useBlocker } from 'react-router'
import { OPENED } from '../list/use-opened.ts'

/** Who leaves with changes that are not stored is asked first; the browser asks who closes the page. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && placeOf(currentLocation) !== placeOf(nextLocation),
  )
  useBeforeUnload(
    useCallback(
      (event: BeforeUnloadEvent) => {
        if (isDirty) event.preventDefault()
      },
      [isDirty],
    ),
  )
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Hay cambios sin guardar"
      confirm="Salir sin guardar"
      isDangerous
      onConfirm={async () => blocker.proceed()}
      onClose={() => blocker.reset?.()}
    >
      <Text size="sm">Si sale de aquí, los cambios se pierden.</Text>
    </ConfirmDialog>
  )
}

/** What is being changed at an address; its filters and sections may change around it. */
function placeOf({ pathname, search }: Location): string {
  return `${pathname}?${new URLSearchParams(search).get(OPENED) ?? ''}`
}
