import { createContext, use } from 'react'

/** Whether a path leads to a screen that exists and that the signed-in person may open. Told by the shell, the only one that knows all screens. */
export const Reach = createContext<(path: string) => boolean>(() => false)

/** What cannot be reached is not offered as a link. */
export function useReach(): (path: string) => boolean {
  return use(Reach)
}
