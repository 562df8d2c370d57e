import { ActionIcon } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import classes from './connection-indicator.module.css'
import { relativeTime } from './relative-time.ts'

export type ConnectionStatus = 'connected' | 'reconnecting' | 'disconnected' | 'unknown'

const LOOK: Readonly<Record<ConnectionStatus, { color: string; label: string }>> = {
  connected: { color: 'green', label: 'Conectado' },
  reconnecting: { color: 'yellow', label: 'Reconectando...' },
  disconnected: { color: 'red', label: 'Desconectado' },
  unknown: { color: 'gray', label: 'Desconocido' },
}

interface ConnectionIndicatorProps {
  status: ConnectionStatus
  /** Of the last success, epoch milliseconds; null: none yet. */
  updatedAt: number | null
  now: number
  onRefresh: () => void
  isRefreshing?: boolean
}

export function ConnectionIndicator({
  status,
  updatedAt,
  now,
  onRefresh,
  isRefreshing = false,
}: ConnectionIndicatorProps) {
  const { color, label } = LOOK[status]
  return (
    <div className={classes.indicator}>
      <span className={classes.dot} style={{ background: `var(--mantine-color-${color}-6)` }} aria-hidden />
      <span role="status">{label}</span>
      {updatedAt !== null && <span className={classes.age}>{relativeTime(updatedAt, now)}</span>}
      <ActionIcon aria-label="Actualizar" title="Actualizar" onClick={onRefresh} loading={isRefreshing}>
        <IconRefresh size={16} />
      </ActionIcon>
    </div>
  )
}
