import type { Selection } from '@div/ui'
import { useCallback, useMemo, useState } from 'react'

export interface ListSelection extends Selection {
  clear: () => void
}

export function useSelection(): ListSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const onToggle = useCallback(
    (id: string) => setIds((current) => current.symmetricDifference(new Set([id]))),
    [],
  )
  const onToggleAll = useCallback((all: readonly string[]) => {
    const drawn = new Set(all)
    setIds((current) => (drawn.isSubsetOf(current) ? current.difference(drawn) : current.union(drawn)))
  }, [])
  const clear = useCallback(() => setIds(new Set()), [])
  return useMemo(() => ({ ids, onToggle, onToggleAll, clear }), [ids, onToggle, onToggleAll, clear])
}
