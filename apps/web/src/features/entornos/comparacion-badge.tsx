import type { EstadoDeComparacion, EstadoDeVinculo } from '@div/contract'
import { Badge } from '@mantine/core'
import {
  IconArrowLeft,
  IconArrowRight,
  IconEqual,
  IconEqualNot,
  IconEyeOff,
  IconPencil,
  IconReplace,
  IconX,
} from '@tabler/icons-react'

type Estado = EstadoDeComparacion | EstadoDeVinculo

const ESTADOS = {
  distinto: { label: 'Distinto', color: 'yellow', icon: IconEqualNot },
  soloAqui: { label: 'Solo aquí', color: 'blue', icon: IconArrowRight },
  soloAlli: { label: 'Solo allí', color: 'gray', icon: IconArrowLeft },
  sinPublicar: { label: 'Sin publicar aquí', color: 'gray', icon: IconPencil },
  igual: { label: 'Igual', color: 'green', icon: IconEqual },
  falta: { label: 'Falta allí', color: 'red', icon: IconX },
  otroTipo: { label: 'De otro tipo', color: 'red', icon: IconReplace },
  sinComparar: { label: 'Sin comparar', color: 'gray', icon: IconEyeOff },
} as const satisfies Record<Estado, object>

/** Of a filter, with how many there are of each. */
export function estadoOptions(estados: readonly Estado[], rows: readonly { estado: Estado }[]) {
  return estados.map((value) => {
    const count = rows.filter(({ estado }) => estado === value).length
    return { value, label: `${ESTADOS[value].label} (${count.toLocaleString('es')})` }
  })
}

export function ComparacionBadge({ estado }: { estado: Estado }) {
  const { label, color, icon: Icon } = ESTADOS[estado]
  return (
    <Badge color={color} leftSection={<Icon size={12} aria-hidden />}>
      {label}
    </Badge>
  )
}
