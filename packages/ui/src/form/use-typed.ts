import { useState } from 'react'

interface Way<Typed> {
  show: (value: unknown) => Typed
  read: (typed: Typed) => unknown
}

/** What a person types, for as long as the value is what that says; a value from elsewhere, such as what is stored, is shown anew. */
export function useTyped<Typed>(
  { value, onChange }: { value: unknown; onChange: (value: unknown) => void },
  { show, read }: Way<Typed>,
): readonly [typed: Typed, change: (typed: Typed) => void] {
  const [held, setHeld] = useState(() => ({ value, typed: show(value) }))
  const typed = isSame(held.value, value) ? held.typed : show(value)

  function change(next: Typed) {
    const says = read(next)
    setHeld({ value: says, typed: next })
    onChange(says)
  }

  return [typed, change]
}

function isSame(left: unknown, right: unknown): boolean {
  return Object.is(left, right) || JSON.stringify(left) === JSON.stringify(right)
}
