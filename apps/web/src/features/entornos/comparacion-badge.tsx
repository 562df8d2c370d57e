import { ESTADOS_DE_COMPARACION, type EstadoDeComparacion } from '@div/contract'
import { Badge } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconEqual, IconEqualNot, IconPencil } from '@tabler/icons-react'

const ESTADOS = {
  distinto: { label: 'Distinto', color: 'yellow', icon: IconEqualNot },
  soloAqui: { label: 'Solo aquí', color: 'blue', icon: IconArrowRight },
  soloAlli: { label: 'Solo allí', color: 'gray', icon: IconArrowLeft },
  sinPublicar: { label: 'Sin publicar aquí', color: 'gray', icon: IconPencil },
  igual: { label: 'Igual', color: 'green', icon: IconEqual },
} as const

export const estadoOptions = (counts: ReadonlyMap<EstadoDeComparacion, number>) =>
  ESTADOS_DE_COMPARACION.map((value) => ({
    value,
    label: `${ESTADOS[value].label} (${(counts.get(value) ?? 0).toLocaleString('es')})`,
  }))

export function ComparacionBadge({ estado }: { estado: EstadoDeComparacion }) {
  const { label, color, icon: Icon } = ESTADOS[estado]
  return (
    <Badge color={color} leftSection={<Icon size={12} aria-hidden />}>
      {label}
    </Badge>
  )
}
