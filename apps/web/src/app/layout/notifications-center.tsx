import type { Notificacion } from '@div/contract'
import { EmptyState, ErrorState, notify, relativeTime } from '@div/ui'
import { ActionIcon, Button, Popover, Skeleton, Stack } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconBellCheck,
  IconCheck,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
} from '@tabler/icons-react'
import { cloneElement } from 'react'
import { Link } from 'react-router'
import { describeError } from '../../shared/api-error.ts'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { useReach } from '../../shared/reach.ts'
import { useNow } from '../../shared/use-now.ts'
import { useMarkRead, useNotificaciones } from './notificaciones.ts'
import classes from './notifications.module.css'
import type { DropdownProps } from './on-demand.tsx'

const AGE_STEP_MS = 15_000

const LOOKS: Readonly<Record<Notificacion['tipo'], { icon: Icon; color: string; label: string }>> = {
  error: { icon: IconCircleX, color: 'red', label: 'Error' },
  warning: { icon: IconAlertTriangle, color: 'yellow', label: 'Advertencia' },
  info: { icon: IconInfoCircle, color: 'blue', label: 'Información' },
  success: { icon: IconCircleCheck, color: 'green', label: 'Éxito' },
}

/** What happened and wants a look; each entry leads to its cause. */
export default function NotificationsCenter({ target, isOpen, onChange }: DropdownProps) {
  return (
    <Popover
      position="bottom-end"
      offset={12}
      width="min(400px, calc(100vw - 16px))"
      opened={isOpen}
      onChange={onChange}
      trapFocus
      returnFocus
    >
      <Popover.Target>{cloneElement(target, { onClick: () => onChange(!isOpen) })}</Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notificaciones">
        <Notifications onLeave={() => onChange(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Notifications({ onLeave }: { onLeave: () => void }) {
  const { data, error, isPending, refetch } = useNotificaciones()
  const markRead = useMarkRead()
  const now = useNow(AGE_STEP_MS)

  function mark(ids?: string[]) {
    if (data === undefined) return
    markRead.mutate(
      { hasta: data.momento, ...(ids && { ids }) },
      { onError: (failure) => notify.error('No se pudo marcar como leída', describeError(failure)) },
    )
  }

  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>Notificaciones</h2>
        {data !== undefined && data.sinLeer > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => mark()}>
            Marcar todas como leídas
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" component={Link} to="/alertas" onClick={onLeave}>
          Alertas
        </Button>
      </div>
      {isPending && (
        <Stack p="lg" gap="sm" aria-busy>
          <Skeleton h={48} />
          <Skeleton h={48} />
        </Stack>
      )}
      {data === undefined && error !== null && (
        <div className={classes.problem}>
          <ErrorState message={describeError(error)} onRetry={() => refetch()} />
        </div>
      )}
      {data?.notificaciones.length === 0 && (
        <EmptyState
          icon={IconBellCheck}
          title="Nada que mirar"
          text="Aquí aparecen las ejecuciones y tareas que fallan, los servidores en pausa y los tokens que vencen."
          action={<GuiaLink to="/documentacion/operacion">operación</GuiaLink>}
        />
      )}
      {data !== undefined && data.notificaciones.length > 0 && (
        <ul className={classes.list}>
          {data.notificaciones.map((notificacion) => (
            <Entry
              key={notificacion.id}
              notificacion={notificacion}
              now={now}
              onRead={() => mark([notificacion.id])}
              onLeave={onLeave}
            />
          ))}
        </ul>
      )}
    </>
  )
}

interface EntryProps {
  notificacion: Notificacion
  now: number
  onRead: () => void
  onLeave: () => void
}

function Entry({ notificacion, now, onRead, onLeave }: EntryProps) {
  const { tipo, titulo, mensaje, momento, enlace, leida } = notificacion
  const { icon: TypeIcon, color, label } = LOOKS[tipo]
  const reaches = useReach()
  const text = (
    <>
      <strong>{titulo}</strong>
      <span className={classes.message}>{mensaje}</span>
      <time dateTime={momento}>{relativeTime(Date.parse(momento), now)}</time>
    </>
  )
  const open = () => {
    if (!leida) onRead()
    onLeave()
  }
  return (
    <li className={classes.entry} data-unread={!leida || undefined}>
      <TypeIcon size={18} aria-label={label} color={`var(--mantine-color-${color}-6)`} />
      {reaches(enlace) ? (
        <Link to={enlace} onClick={open} className={classes.body}>
          {text}
        </Link>
      ) : (
        <div className={classes.body}>{text}</div>
      )}
      {!leida && (
        <ActionIcon
          size="md"
          aria-label={`Marcar «${titulo}» como leída`}
          title="Marcar como leída"
          onClick={onRead}
        >
          <IconCheck size={16} />
        </ActionIcon>
      )}
    </li>
  )
}
