import type { EstadoDeEscucha } from '@div/contract'
import { Group } from '@mantine/core'
import { IconEar, IconEarOff, IconHourglass, IconPlugConnected } from '@tabler/icons-react'

const ESTADOS = {
  escuchando: { label: 'Escuchando', color: 'green', Icon: IconEar },
  conectando: { label: 'Conectando', color: 'gray', Icon: IconPlugConnected },
  en_espera: { label: 'En espera', color: 'yellow', Icon: IconHourglass },
  sin_conexion: { label: 'Sin conexión', color: 'red', Icon: IconEarOff },
} as const satisfies Readonly<Record<EstadoDeEscucha['estado'], object>>

/** Null: nobody has begun to listen. */
export function EscuchaState({ escucha }: { escucha: EstadoDeEscucha | null }) {
  const { label, color, Icon } = ESTADOS[escucha?.estado ?? 'conectando']
  return (
    <Group gap={4} wrap="nowrap" fz="sm" title={escucha?.detalle ?? undefined}>
      <Icon size={14} color={`var(--mantine-color-${color}-6)`} aria-hidden />
      {label}
    </Group>
  )
}
