import type { Disparo } from '@div/contract'
import { Badge } from '@mantine/core'

const ESTADOS: Readonly<Record<Disparo['estado'], { label: string; color: string }>> = {
  disparado: { label: 'Disparada', color: 'green' },
  omitido: { label: 'Omitida', color: 'gray' },
  perdido: { label: 'Perdida', color: 'yellow' },
}

/** What became of an hour or an event. */
export function DisparoBadge({ estado }: Pick<Disparo, 'estado'>) {
  const { label, color } = ESTADOS[estado]
  return (
    <Badge color={color} miw="max-content">
      {label}
    </Badge>
  )
}
