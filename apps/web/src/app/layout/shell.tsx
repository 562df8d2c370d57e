import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { Reach } from '../../shared/reach.ts'
import { useSession } from '../../shared/session.ts'
import { mayOpen } from '../screen.ts'
import { screenAt } from '../screen-at.ts'
import { SCREENS } from '../screens.ts'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

// Only narrow windows have it.
const MenuDrawer = lazy(() => import('./menu-drawer.tsx'))

/** What stands around every screen. */
export default function Shell() {
  const user = useSession()?.user
  const { pathname } = useLocation()
  const [isMenuOpen, menu] = useDisclosure()
  const reachable = useMemo(
    () => SCREENS.filter(({ access }) => user !== undefined && mayOpen(access, user)),
    [user],
  )
  const reaches = useCallback(
    (path: string) => {
      const screen = screenAt(SCREENS, path)
      return screen !== undefined && reachable.includes(screen)
    },
    [reachable],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever arrived somewhere wants to see it.
  useEffect(menu.close, [pathname])

  useFocusOnArrival(pathname)

  if (user === undefined) return null
  return (
    <Reach value={reaches}>
      <a className={classes.skip} href="#contenido">
        Ir al contenido
      </a>
      <div className={classes.shell}>
        <aside className={classes.side}>
          <Sidebar screens={reachable} />
        </aside>
        <TopBar user={user} onMenu={menu.open} />
        <main id="contenido" className={classes.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {isMenuOpen && (
        <Suspense>
          <MenuDrawer onClose={menu.close}>
            <Sidebar screens={reachable} />
          </MenuDrawer>
        </Suspense>
      )}
      <ScrollRestoration />
    </Reach>
  )
}

/** What was pressed to come to a screen went with the one before: the keyboard goes on at the beginning of this one. */
function useFocusOnArrival(pathname: string): void {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        document.getElementById('contenido')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname])
}
