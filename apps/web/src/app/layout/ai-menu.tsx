import { Collapse, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconSparkles } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import type { Screen } from '../screen.ts'
import { isAiPath, readAiMenuOpen, storeAiMenuOpen } from './ai-menu-memory.ts'
import { MenuLink } from './menu-link.tsx'
import classes from './sidebar.module.css'

/** The collapsible submenu; hidden while it holds nothing. */
export function AiMenu({ screens }: { screens: readonly Screen[] }) {
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
  const toggle = () => {
    storeAiMenuOpen(!isOpen)
    setOpen(!isOpen)
  }
  return (
    <>
      <UnstyledButton className={classes.entry} onClick={toggle} aria-expanded={isOpen} aria-controls={id}>
        <IconSparkles size={18} stroke={1.6} aria-hidden />
        <span className={classes.label}>Inteligencia Artificial</span>
        <IconChevronDown className={classes.chevron} size={16} aria-hidden />
      </UnstyledButton>
      <Collapse expanded={isOpen} id={id}>
        <div className={classes.nested}>
          {screens.map((screen) => (
            <MenuLink key={screen.path} screen={screen} />
          ))}
        </div>
      </Collapse>
    </>
  )
}
