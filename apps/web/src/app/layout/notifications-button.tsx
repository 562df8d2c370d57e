import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazy } from 'react'
import { useNotificaciones } from './notificaciones.ts'
import { OnDemand } from './on-demand.tsx'
import classes from './top-bar.module.css'

const load = () => import('./notifications-center.tsx')
const Center = lazy(load)

const MAX_SHOWN = 99

export function NotificationsButton() {
  const unread = useNotificaciones().data?.sinLeer ?? 0
  return (
    <div className={classes.bell}>
      <OnDemand load={load} dropdown={Center}>
        <ActionIcon
          size="lg"
          aria-label={unread === 0 ? 'Notificaciones' : `Notificaciones, ${unread} sin leer`}
        >
          <IconBell size={20} stroke={1.6} />
        </ActionIcon>
      </OnDemand>
      {unread > 0 && (
        <span className={classes.unread} aria-hidden>
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </span>
      )}
    </div>
  )
}
