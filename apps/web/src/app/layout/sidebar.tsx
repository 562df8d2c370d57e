import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import type { Screen } from '../screen.ts'
import { AiMenu } from './ai-menu.tsx'
import { MenuLink } from './menu-link.tsx'
import classes from './sidebar.module.css'
import { SystemState } from './system-state.tsx'
import { useCounts } from './use-counts.ts'

export function Sidebar({ screens }: { screens: readonly Screen[] }) {
  const { counts, failed } = useCounts()
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // Where one is, also when the menu is longer than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry is another one with each path
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  const entries = screens.filter(({ menu }) => menu !== undefined)
  const inGroup = (group: 'ia' | 'final' | undefined) => entries.filter(({ menu }) => menu?.group === group)
  const toLink = (screen: Screen) => {
    const count = screen.menu?.count
    return <MenuLink key={screen.path} screen={screen} count={count === undefined ? 0 : counts[count]} />
  }
  return (
    <nav ref={nav} className={classes.sidebar} aria-label="Principal">
      <NavLink to="/" className={() => classes.brand} aria-label="DIV, ir a Inicio">
        <img src="/icono.svg" alt="" width={28} height={28} />
        <span>DIV</span>
      </NavLink>
      <div className={classes.entries}>
        {inGroup(undefined).map(toLink)}
        <AiMenu screens={inGroup('ia')} counts={counts} />
      </div>
      <div className={classes.final}>
        {failed.length > 0 && <p className={classes.problem}>Error al cargar conteos</p>}
        {inGroup('final').map(toLink)}
        <SystemState />
      </div>
    </nav>
  )
}
