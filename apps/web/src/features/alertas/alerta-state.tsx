import type { EstadoAlerta } from '@div/contract'
import { Badge } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconBellOff,
  IconCheck,
  IconPlayerPause,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import { ESTADOS } from './condiciones.ts'

const ICONS: Readonly<Record<EstadoAlerta, Icon>> = {
  normal: IconCheck,
  alerta: IconAlertTriangle,
  fallida: IconPlugConnectedX,
  silenciada: IconBellOff,
  inactiva: IconPlayerPause,
}

/** How a rule stands. */
export function AlertaState({ estado }: { estado: EstadoAlerta }) {
  const { label, color } = ESTADOS[estado]
  const StateIcon = ICONS[estado]
  return (
    <Badge color={color} miw="max-content" leftSection={<StateIcon size={12} aria-hidden />}>
      {label}
    </Badge>
  )
}
