import { type ComponentType, useEffect, useState } from 'react'
import { Loading } from './loading.tsx'

type Load = () => Promise<{ default: ComponentType }>

const loaded = new WeakMap<Load, ComponentType>()

/**
 * A component whose files come when it is first shown. Not `lazy`: what follows a fallback of Suspense React holds back for 300 ms,
 * however soon it is there.
 */
export function ComingLater({ load }: { load: Load }) {
  const [outcome, setOutcome] = useState<{ Page: ComponentType } | { reason: unknown } | null>(() => {
    const Page = loaded.get(load)
    return Page ? { Page } : null
  })
  useEffect(() => {
    if (outcome !== null) return
    // Also when another place has it since this one was drawn: it answers at once.
    load().then(
      ({ default: Page }) => {
        loaded.set(load, Page)
        setOutcome({ Page })
      },
      // What did not come is asked for again by who comes back.
      (reason) => setOutcome({ reason }),
    )
  }, [load, outcome])
  if (outcome === null) return <Loading />
  if ('reason' in outcome) throw outcome.reason
  return <outcome.Page />
}
