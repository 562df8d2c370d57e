import { useState } from 'react'

export interface EntornoEditing {
  /** A new one is being written beside the chosen. */
  isNew: boolean
  /** Told whenever what is written begins or ceases to differ from what is stored. */
  onDirty: (isDirty: boolean) => void
  /** Another one, or none. */
  edit: (id: string | null) => void
  add: () => void
  /** Does what takes the editor away, after asking where something would be lost. */
  leave: (then: () => void) => void
  /** What is written is stored, or gone on purpose: nothing is asked. */
  settle: (id: string | null) => void
  /** What the person is asked about; null: nothing. */
  asked: { confirm: () => void; cancel: () => void } | null
}

/** Which entorno is edited. Who leaves variables that are not stored is asked first. */
export function useEntornoEditing(choose: (id: string | null) => void): EntornoEditing {
  const [isNew, setIsNew] = useState(false)
  const [isDirty, setIsDirty] = useState(false)
  const [pending, setPending] = useState<(() => void) | null>(null)

  function ask(then: () => void): void {
    if (isDirty) setPending(() => then)
    else then()
  }
  function settle(id: string | null): void {
    setIsNew(false)
    choose(id)
  }

  return {
    isNew,
    onDirty: setIsDirty,
    edit: (id) => ask(() => settle(id)),
    add: () => ask(() => setIsNew(true)),
    leave: (then) =>
      ask(() => {
        setIsNew(false)
        then()
      }),
    settle,
    asked: pending && { confirm: pending, cancel: () => setPending(null) },
  }
}
