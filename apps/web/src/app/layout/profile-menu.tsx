import type { Identidad } from '@div/contract'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy } from 'react'
import { OnDemand } from './on-demand.tsx'
import classes from './top-bar.module.css'

const load = () => import('./profile-dropdown.tsx')
const Dropdown = lazy(load)

export function ProfileMenu({ user: { username } }: { user: Identidad }) {
  return (
    <OnDemand load={load} dropdown={Dropdown}>
      <UnstyledButton className={classes.profile}>
        <VisuallyHidden>Cuenta de </VisuallyHidden>
        <span className={classes.initials} aria-hidden>
          {username.slice(0, 2).toUpperCase()}
        </span>
        <span className={classes.name}>{username}</span>
        <IconChevronDown size={14} aria-hidden />
      </UnstyledButton>
    </OnDemand>
  )
}
