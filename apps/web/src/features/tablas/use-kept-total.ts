import { useState } from 'react'

/** The total that was told last: while other rows are on their way a list keeps its length, and so its place. */
export function useKeptTotal(told: number | null): number | null {
  const [kept, setKept] = useState(told)
  if (told !== null && told !== kept) setKept(told)
  return told ?? kept
}
