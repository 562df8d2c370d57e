import { useEffect, useState } from 'react'
import { getSession } from '../../../shared/session.ts'
import { listPestanas } from './journal.ts'
import { findClosed, PESTANA } from './open-tabs.ts'

/** Whose drawings this browser keeps. */
export const ownerOf = (procesoId: string) => ({ usuarioId: getSession()?.user.id ?? '', procesoId })

/** The tabs whose drawing goes on here: this one, loaded again, and those that are closed. Undefined while the others are asked. */
export function useLeftBehind(procesoId: string, isWanted: boolean): readonly string[] | undefined {
  const [asked, setAsked] = useState<{ procesoId: string; closed: readonly string[] } | null>(null)
  const isKnown = asked?.procesoId === procesoId
  useEffect(() => {
    if (isKnown || !isWanted) return
    let isGone = false
    void findClosed(listPestanas(localStorage, ownerOf(procesoId))).then((closed) => {
      if (!isGone) setAsked({ procesoId, closed })
    })
    return () => {
      isGone = true
    }
  }, [procesoId, isKnown, isWanted])
  if (!isWanted) return []
  return isKnown ? [PESTANA, ...asked.closed] : undefined
}
