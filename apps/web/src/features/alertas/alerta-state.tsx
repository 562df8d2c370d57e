import type { AlertaResumen, EstadoAlerta } from '@div/contract'
import { Badge, Group, VisuallyHidden } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconBellOff,
  IconCheck,
  IconPlayerPause,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import { wholeTime } from '../../shared/time/time-words.ts'
import { useNow } from '../../shared/use-now.ts'
import { ESTADOS } from './condiciones.ts'
import { isSilenced } from './is-silenced.ts'

const ICONS: Readonly<Record<EstadoAlerta, Icon>> = {
  normal: IconCheck,
  alerta: IconAlertTriangle,
  fallida: IconPlugConnectedX,
  inactiva: IconPlayerPause,
}

/** How a rule stands, and beside it that it tells nobody for a time. */
export function AlertaState({ alerta }: { alerta: AlertaResumen }) {
  const { estado, silenciadaHasta } = alerta
  const { label, color } = ESTADOS[estado]
  const StateIcon = ICONS[estado]
  const now = useNow(60_000)
  return (
    <Group gap={4} wrap="nowrap">
      <Badge color={color} miw="max-content" leftSection={<StateIcon size={12} aria-hidden />}>
        {label}
      </Badge>
      {isSilenced(alerta, now) && (
        <Badge
          color="gray"
          px={6}
          miw="max-content"
          title={`Silenciada hasta ${wholeTime(Date.parse(silenciadaHasta ?? ''))}`}
        >
          <IconBellOff size={12} aria-hidden style={{ verticalAlign: -2 }} />
          <VisuallyHidden>Silenciada</VisuallyHidden>
        </Badge>
      )}
    </Group>
  )
}
