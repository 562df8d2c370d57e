import { ConfirmDialog } from '@div/ui'
import { Text } from '@mantine/core'
import { useCallback, useRef } from 'react'
import { type Blocker, type Location, useBeforeUnload, useBlocker } from 'react-router'
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
  return blocker.state === 'blocked' && <LeaveDialog blocker={blocker} />
}

function LeaveDialog({ blocker }: { blocker: Extract<Blocker, { state: 'blocked' }> }) {
  // Who goes back is still on the way when the dialog closes: a reset would keep them here.
  const isLeaving = useRef(false)
  return (
    <ConfirmDialog
      title="Hay cambios sin guardar"
      confirm="Salir sin guardar"
      isDangerous
      onConfirm={async () => {
        isLeaving.current = true
        blocker.proceed()
      }}
      onClose={() => isLeaving.current || blocker.reset()}
    >
      <Text size="sm">Si sale de aquí, los cambios se pierden.</Text>
    </ConfirmDialog>
  )
}

/** What is being changed at an address; its filters and sections may change around it. */
function placeOf({ pathname, search }: Location): string {
  return `${pathname}?${new URLSearchParams(search).get(OPENED) ?? ''}`
}
