import { matchRoutes } from 'react-router'
import type { Screen } from './screen.ts'

/** The screen that a path leads to, as the router ranks them: that of `/canales/config/new` before that of `/canales/config/:id`. */
export function screenAt(screens: readonly Screen[], path: string): Screen | undefined {
  const matches = matchRoutes([...screens], path.replace(/[?#].*/, ''))
  const found = matches?.at(-1)?.route.path
  return screens.find((screen) => screen.path === found)
}
