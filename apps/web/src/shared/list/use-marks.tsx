import type { ReactNode } from 'react'
import { BulkActions, type BulkActionsProps } from './bulk-actions.tsx'
import { type ListSelection, useSelection } from './use-selection.ts'

interface Marks {
  selection?: ListSelection
  bulk?: ReactNode
}

/** The rows of a list that are marked, and what is done with all of them; nothing for who may not. */
export function useMarks(isAllowed: boolean, actions: Omit<BulkActionsProps, 'selection'>): Marks {
  const selection = useSelection()
  return isAllowed ? { selection, bulk: <BulkActions {...actions} selection={selection} /> } : {}
}
