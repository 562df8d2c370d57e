import { ConfirmDialog, notify } from '@div/ui'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { ListSelection } from '../../shared/list/use-selection.ts'

interface LettersActionsProps {
  selection: ListSelection
  /** Each answers how many it was. */
  actions: Record<'retry' | 'discard', (ids: readonly string[]) => Promise<number>>
  /** What one and many are called. */
  noun: readonly [one: string, many: string]
  /** What they are once they are tried again. */
  retried: string
  /** What else becomes of those that are dropped. */
  lost: string
}

/** What can be done with the marked ones of what was given up. */
export function LettersActions({
  selection,
  actions,
  noun: [one, many],
  retried,
  lost,
}: LettersActionsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const ids = [...selection.ids]

  async function retryAll() {
    setIsBusy(true)
    try {
      notify.success(retried, `${await actions.retry(ids)} de ${ids.length} esperan ya un worker.`)
      selection.clear()
    } catch (error) {
      notify.error('No se pudieron reintentar', error instanceof Error ? error.message : '')
    } finally {
      setIsBusy(false)
    }
  }

  async function discardAll() {
    await actions.discard(ids)
    selection.clear()
  }

  return (
    <>
      <Button size="xs" variant="default" loading={isBusy} onClick={() => void retryAll()}>
        Reintentar
      </Button>
      <Button size="xs" variant="default" c="red" onClick={() => setIsAsking(true)}>
        Descartar
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Descartar ${ids.length} ${ids.length === 1 ? one : many}`}
          confirm="Descartar"
          isDangerous
          onConfirm={discardAll}
          onClose={() => setIsAsking(false)}
        >
          <Text size="sm">
            {ids.length === 1
              ? 'Deja de estar en esta lista y ya no se puede reintentar.'
              : 'Dejan de estar en esta lista y ya no se pueden reintentar.'}{' '}
            {lost}
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}
