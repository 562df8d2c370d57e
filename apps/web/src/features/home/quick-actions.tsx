import type { Permission } from '@div/contract'
import { Text, ThemeIcon } from '@mantine/core'
import {
  type Icon,
  IconApi,
  IconClockPlay,
  IconExternalLink,
  IconServer2,
  IconSitemap,
  IconTimeline,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { useReach } from '../../shared/reach.ts'
import { useSession } from '../../shared/session.ts'
import { useConfiguracion } from '../../shared/use-configuracion.ts'
import classes from './home.module.css'

interface Action {
  title: string
  text: string
  icon: Icon
  path: string
  permission: Permission
}

const ACTIONS: readonly Action[] = [
  {
    title: 'Crear Servidor',
    text: 'Conexiones a bases de datos y servicios',
    icon: IconServer2,
    path: '/servidores',
    permission: 'servidores.crear',
  },
  {
    title: 'Nuevo Canal',
    text: 'Publicar procesos como API REST o SOAP',
    icon: IconApi,
    path: '/canales',
    permission: 'canales.crear',
  },
  {
    title: 'Diseñar Proceso',
    text: 'Flujos visuales de integración',
    icon: IconSitemap,
    path: '/procesos',
    permission: 'procesos.crear',
  },
  {
    title: 'Programar Tarea',
    text: 'Automatización con cron',
    icon: IconClockPlay,
    path: '/tareas-programadas',
    permission: 'tareas-programadas.crear',
  },
]

const TRACES = '/ejecuciones'

/** What a person comes for; only what exists and the role may do. */
export function QuickActions() {
  const reaches = useReach()
  const permisos = useSession()?.user.permisos ?? []
  // Ours, unless the settings name another.
  const own = reaches(TRACES) ? TRACES : null
  const tracing = useConfiguracion().data?.urlTrazabilidad ?? own
  const actions = ACTIONS.filter(({ path, permission }) => reaches(path) && permisos.includes(permission))
  if (actions.length === 0 && tracing === null) return null
  return (
    <section aria-labelledby="actions-title">
      <h2 id="actions-title" className={classes.heading}>
        Acciones rápidas
      </h2>
      <div className={classes.actions}>
        {actions.map((action) => (
          <Link key={action.path} to={action.path} className={classes.action}>
            <ActionBody {...action} />
          </Link>
        ))}
        {tracing !== null && (
          <a href={tracing} target="_blank" rel="noreferrer" className={classes.action}>
            <ActionBody
              title="Trazabilidad"
              text="Supervisar la ejecución de los procesos"
              icon={IconTimeline}
            />
            <IconExternalLink size={14} aria-label="Se abre en otra pestaña" />
          </a>
        )}
      </div>
    </section>
  )
}

function ActionBody({ title, text, icon: ActionIcon }: Pick<Action, 'title' | 'text' | 'icon'>) {
  return (
    <>
      <ThemeIcon variant="light" size={36}>
        <ActionIcon size={20} stroke={1.6} aria-hidden />
      </ThemeIcon>
      <span className={classes.actionText}>
        <Text span fw={600}>
          {title}
        </Text>
        <Text span size="sm" c="dimmed">
          {text}
        </Text>
      </span>
    </>
  )
}
