import { type FocusEvent, useState } from 'react'

/** Of the field with the name of a row that was just added. */
export interface FirstFocus {
  autoFocus: true
  onFocus: (event: FocusEvent<HTMLInputElement>) => void
}

interface FreshRow {
  /** That the row there was just added. */
  mark: (at: number) => void
  /** Undefined of any other row. */
  firstFocusOf: (at: number) => FirstFocus | undefined
}

/** A row that is added is named next: the cursor goes there with the whole name chosen, once. */
export function useFreshRow(): FreshRow {
  const [fresh, setFresh] = useState<number | null>(null)
  const firstFocus: FirstFocus = {
    autoFocus: true,
    onFocus: ({ currentTarget }) => {
      currentTarget.select()
      setFresh(null)
    },
  }
  return { mark: setFresh, firstFocusOf: (at) => (at === fresh ? firstFocus : undefined) }
}
