import type { Location } from 'react-router'

/** Where a person was going when the guard sent them elsewhere; travels in the state of the navigation. */
interface Origin {
  from: string
}

export function originOf({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): Origin {
  return { from: `${pathname}${search}${hash}` }
}

/** State of a navigation is whatever was once put there, also by an older version of the page. */
export function readOrigin(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null
  return typeof state.from === 'string' && /^\/(?!\/)/.test(state.from) ? state.from : null
}
