import { Collapse, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconSparkles } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import type { Counted, Screen } from '../screen.ts'
import { isAiPath, readAiMenuOpen, storeAiMenuOpen } from './ai-menu-memory.ts'
import { MenuCount, MenuLink } from './menu-link.tsx'
import classes from './sidebar.module.css'

/** The collapsible submenu; hidden while it holds nothing. */
export function AiMenu({
  screens,
  counts,
}: {
  screens: readonly Screen[]
  counts: Readonly<Record<Counted, number>>
}) {
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(readAiMenuOpen)
  const id = useId()
  const isInside = isAiPath(
    pathname,
    screens.map(({ path }) => path),
  )

  useEffect(() => {
    if (isInside) setOpen(true)
  }, [isInside])

  if (screens.length === 0) return null
  const countOf = ({ menu }: Screen) => (menu?.count === undefined ? 0 : counts[menu.count])
  const total = screens.reduce((sum, screen) => sum + countOf(screen), 0)
  const toggle = () => {
    storeAiMenuOpen(!isOpen)
    setOpen(!isOpen)
  }
  return (
    <>
      <UnstyledButton className={classes.entry} onClick={toggle} aria-expanded={isOpen} aria-controls={id}>
        <span className={classes.counted}>
          <IconSparkles size={18} stroke={1.6} aria-hidden />
          <MenuCount count={total} />
        </span>
        <span className={classes.label}>Inteligencia Artificial</span>
        <IconChevronDown className={classes.chevron} size={16} aria-hidden />
      </UnstyledButton>
      <Collapse expanded={isOpen} id={id}>
        <div className={classes.nested}>
          {screens.map((screen) => (
            <MenuLink key={screen.path} screen={screen} count={countOf(screen)} />
          ))}
        </div>
      </Collapse>
    </>
  )
}
