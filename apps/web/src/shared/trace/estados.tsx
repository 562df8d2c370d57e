import type { EstadoEjecucion, EstadoNodo } from '@div/contract'
import { Badge } from '@mantine/core'
import {
  type Icon,
  IconBan,
  IconCheck,
  IconClock,
  IconHourglass,
  IconMinus,
  IconPlayerPlay,
  IconX,
} from '@tabler/icons-react'

type Estado = EstadoEjecucion | EstadoNodo

interface Look {
  label: string
  color: string
  icon: Icon
}

const LOOKS: Readonly<Record<Estado, Look>> = {
  ok: { label: 'Correcta', color: 'green', icon: IconCheck },
  error: { label: 'Error', color: 'red', icon: IconX },
  cancelada: { label: 'Cancelada', color: 'yellow', icon: IconBan },
  cancelado: { label: 'Cancelado', color: 'yellow', icon: IconBan },
  omitido: { label: 'Omitido', color: 'gray', icon: IconMinus },
  ejecutando: { label: 'Ejecutando', color: 'blue', icon: IconPlayerPlay },
  en_cola: { label: 'En cola', color: 'gray', icon: IconClock },
  esperando: { label: 'Esperando', color: 'violet', icon: IconHourglass },
}

export const ESTADO_LABELS: Readonly<Record<EstadoEjecucion, string>> = {
  ok: LOOKS.ok.label,
  error: LOOKS.error.label,
  cancelada: LOOKS.cancelada.label,
  ejecutando: LOOKS.ejecutando.label,
  en_cola: LOOKS.en_cola.label,
  esperando: LOOKS.esperando.label,
}

/** How a run or a node came out: a word and an icon, never a colour alone. */
export function EstadoBadge({ estado }: { estado: Estado }) {
  const { label, color, icon: Mark } = LOOKS[estado]
  return (
    <Badge color={color} leftSection={<Mark size={12} aria-hidden />} style={{ flex: 'none' }}>
      {label}
    </Badge>
  )
}

export function EstadoIcon({ estado }: { estado: Estado }) {
  const { label, color, icon: Mark } = LOOKS[estado]
  return (
    <Mark
      size={14}
      role="img"
      aria-label={label}
      color={`var(--mantine-color-${color}-filled)`}
      style={{ flex: 'none' }}
    />
  )
}

export function colorOfEstado(estado: Estado): string {
  return LOOKS[estado].color
}
