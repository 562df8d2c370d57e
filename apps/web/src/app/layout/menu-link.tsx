import { NavLink } from 'react-router'
import type { Screen } from '../screen.ts'
import classes from './sidebar.module.css'

const NUMBER = new Intl.NumberFormat('es')

export function MenuCount({ count }: { count: number }) {
  return count > 0 && <span className={classes.count}>{NUMBER.format(count)}</span>
}

export function MenuLink({
  screen: { path, title, page, menu },
  count = 0,
}: {
  screen: Screen
  count?: number
}) {
  if (menu === undefined) return null
  const { icon: Icon, label = title } = menu
  return (
    // Whoever points at it is about to open it.
    <NavLink
      to={path}
      end={path === '/'}
      className={() => classes.entry}
      onPointerEnter={page}
      onFocus={page}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      <span className={classes.label}>{label}</span>
      <MenuCount count={count} />
    </NavLink>
  )
}
