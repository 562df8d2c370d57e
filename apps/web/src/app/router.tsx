import { createBrowserRouter, matchPath, Outlet, type RouteObject } from 'react-router'
import { readAhead } from '../shared/read-ahead.ts'
import { getSession } from '../shared/session.ts'
import { ComingLater } from './coming-later.tsx'
import { RequireSession } from './require-session.tsx'
import type { Screen } from './screen.ts'
import { ScreenError } from './screen-error.tsx'
import { toElement } from './screen-frame.tsx'
import { LOGIN, NOT_FOUND, SCREENS, UNAUTHORIZED } from './screens.ts'

const loadShell = () => import('./layout/shell.tsx')
const isPublic = ({ access }: Screen) => access === 'publico'

const toRoute = (screen: Screen): RouteObject => ({
  path: screen.path,
  element: toElement(screen),
  errorElement: <ScreenError />,
})

/** Screens that share a frame keep it while one is left for another. */
const framed: RouteObject[] = [...Map.groupBy(SCREENS.filter(isPublic), ({ frame }) => frame)].map(
  ([frame, screens]) => ({
    element: frame ? <ComingLater load={frame} /> : <Outlet />,
    errorElement: <ScreenError />,
    children: screens.map(toRoute),
  }),
)

export const router = createBrowserRouter([
  toRoute(LOGIN),
  ...framed,
  {
    element: <RequireSession />,
    errorElement: <ScreenError />,
    children: [
      {
        element: <ComingLater load={loadShell} />,
        children: [...SCREENS.filter((screen) => !isPublic(screen)), UNAUTHORIZED, NOT_FOUND].map(toRoute),
      },
    ],
  },
])

/** What is about to be shown comes while the session is still being checked; what follows the sign-in, while it is typed. */
function fetchAhead({ pathname }: Location): void {
  const isSignedIn = getSession() !== null
  const open = SCREENS.filter(isPublic).find(({ path }) => matchPath(path, pathname))
  if (open) return void Promise.all([open.frame?.(), open.page()])
  const wanted = isSignedIn ? pathname : '/'
  void loadShell()
  const screen = SCREENS.find(({ path }) => matchPath(path, wanted))
  void screen?.page()
  if (isSignedIn && screen?.reads) readAhead(screen.reads(matchPath(screen.path, wanted)?.params ?? {}))
}

if (getSession() === null) setTimeout(fetchAhead, 300, window.location)
else fetchAhead(window.location)
