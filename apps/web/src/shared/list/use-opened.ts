import { useSearchParams } from 'react-router'

/** In the address: which row of a list is open beside it. */
export const OPENED = 'ver'
const NEW = 'nuevo'

export interface Opened {
  /** Null: none, or a new one. */
  id: string | null
  isNew: boolean
  open: (id: string) => void
  openNew: () => void
  close: () => void
}

/** What is looked at beside its list stands in the address too: a link leads to it, the back button away from it. */
export function useOpened(): Opened {
  const [params, setParams] = useSearchParams()
  const opened = params.get(OPENED)

  function show(next: string | null) {
    setParams(
      (current) => {
        const changed = new URLSearchParams(current)
        if (next === null) changed.delete(OPENED)
        else changed.set(OPENED, next)
        return changed
      },
      // At once: what is closed because it is removed must not be asked for again.
      { flushSync: true },
    )
  }

  return {
    id: opened === NEW ? null : opened,
    isNew: opened === NEW,
    open: show,
    openNew: () => show(NEW),
    close: () => show(null),
  }
}
