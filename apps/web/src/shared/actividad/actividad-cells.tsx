import type { Actividad } from '@div/contract'
import { describePercent, Sparkline } from '@div/ui'
import { Anchor, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { addressOf } from '../address-of.ts'
import { classify } from '../metricas/classify.ts'
import { useReach } from '../reach.ts'
import { TimeAgo } from '../time/time-ago.tsx'
import { EstadoIcon } from '../trace/estados.tsx'
import { describeActividad } from './describe-actividad.ts'

/** What the runs of something came to in the last 24 hours, as small as a word. */
export function ActividadSparkline({ actividad, width }: { actividad: Actividad; width?: number }) {
  const values = actividad.horas.map(({ total }) => total)
  if (actividad.total === 0) {
    return (
      <Text size="sm" c="dimmed">
        Sin ejecuciones
      </Text>
    )
  }
  return (
    <Sparkline values={values} label={describeActividad(actividad)} {...(width !== undefined && { width })} />
  )
}

const COLORS = { healthy: undefined, warning: 'yellow', critical: 'red', neutral: 'dimmed' } as const

/** Percent of the runs that failed; what is too much says so with a sign as well. Where no title says what it is, a word does. */
export function ErrorRate({ percent, isWorded = false }: { percent: number | null; isWorded?: boolean }) {
  const status = classify('errorRate', percent)
  if (percent === null) {
    return (
      <Text span size="sm" c="dimmed">
        –
      </Text>
    )
  }
  const isLoud = status === 'warning' || status === 'critical'
  const color = COLORS[status]
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex" style={{ whiteSpace: 'nowrap' }}>
      {isLoud && (
        <IconAlertTriangle
          size={14}
          role="img"
          aria-label={status === 'critical' ? 'Crítico' : 'Atención'}
          color={`var(--mantine-color-${color}-filled)`}
        />
      )}
      <Text span size="sm" fw={isLoud ? 600 : undefined}>
        {describePercent(percent)}
        {isWorded && ' con error'}
      </Text>
    </Group>
  )
}

/** How and when it ran last, and the way there. */
export function LastRun({ ultima }: Pick<Actividad, 'ultima'>) {
  const reaches = useReach()
  if (ultima === null) {
    return (
      <Text span size="sm" c="dimmed">
        Nunca
      </Text>
    )
  }
  const path = addressOf('ejecuciones', ultima.id)
  const words = (
    <>
      <EstadoIcon estado={ultima.estado} /> <TimeAgo at={ultima.inicio} />
    </>
  )
  const look = {
    size: 'sm',
    style: { display: 'inline-flex', alignItems: 'center', gap: 6, whiteSpace: 'nowrap' },
  } as const
  return reaches(path) ? (
    <Anchor component={Link} to={path} c="inherit" {...look}>
      {words}
    </Anchor>
  ) : (
    <Text span {...look}>
      {words}
    </Text>
  )
}
