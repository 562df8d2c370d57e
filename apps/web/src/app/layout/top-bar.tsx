import type { Identidad } from '@div/contract'
import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { NotificationsButton } from './notifications-button.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { SearchBox } from './search-box.tsx'
import { SettingsMenu } from './settings-menu.tsx'
import classes from './top-bar.module.css'

export function TopBar({ user, onMenu }: { user: Identidad; onMenu: () => void }) {
  return (
    <header className={classes.bar}>
      <ActionIcon className={classes.burger} size="lg" aria-label="Abrir el menú" onClick={onMenu}>
        <IconMenu2 size={20} />
      </ActionIcon>
      <SearchBox />
      <div className={classes.tools}>
        <NotificationsButton />
        <SettingsMenu />
        <ProfileMenu user={user} />
      </div>
    </header>
  )
}
