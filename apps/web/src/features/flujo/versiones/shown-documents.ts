import { useLocation, useSearchParams } from 'react-router'

/** The draft, in the place of a version. */
export const DRAFT = 'borrador'

/** Versions have numbers; restore points have ids. */
export const isVersion = (which: string): boolean => /^\d+$/.test(which)

interface Shown {
  /** What is looked at in the place of the draft that is drawn. */
  a: string
  /** What it is laid over; null: nothing, it is only looked at. */
  de: string | null
}

/** Which earlier state is looked at, kept in the address: it can be sent to somebody. */
export function useShownDocuments() {
  const [params, setParams] = useSearchParams()
  // The way that led here, with what was opened on it, stays.
  const { state } = useLocation()
  const a = params.get('a')
  const shown: Shown | null = a === null ? null : { a, de: params.get('de') }

  function show(next: Shown | null) {
    setParams(
      (before) => {
        const kept = new URLSearchParams(before)
        kept.delete('a')
        kept.delete('de')
        if (next) kept.set('a', next.a)
        if (next?.de) kept.set('de', next.de)
        return kept
      },
      { state },
    )
  }
  return { shown, show }
}
