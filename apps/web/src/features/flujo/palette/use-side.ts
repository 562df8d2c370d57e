import { useCallback, useState } from 'react'
import { useIsNarrow } from '../use-is-narrow.ts'
import type { SideTab } from './side-panel.tsx'

/** What the panel at the left shows, and whether it is open where there is no room for it beside the canvas. */
export function useSide() {
  const isNarrow = useIsNarrow()
  const [tab, setTab] = useState<SideTab>('anadir')
  const [isOpen, setIsOpen] = useState(false)
  const [searches, setSearches] = useState(0)
  const open = useCallback(() => setIsOpen(true), [])
  const close = useCallback(() => setIsOpen(false), [])
  const search = useCallback(() => {
    setTab('nodos')
    setIsOpen(true)
    setSearches((count) => count + 1)
  }, [])
  return { isNarrow, isOpen: isNarrow && isOpen, tab, setTab, searches, open, close, search }
}
