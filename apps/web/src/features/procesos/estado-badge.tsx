import type { EstadoProceso, ProcesoResumen } from '@div/contract'
import { Badge } from '@mantine/core'
import { type Icon, IconCircleCheck, IconCircleDashed, IconPencil } from '@tabler/icons-react'
import { describeEstado, estadoOfProceso } from './proceso-estado.ts'

const LOOKS: Readonly<Record<EstadoProceso, { color: string; icon: Icon; hint: string }>> = {
  'sin-publicar': {
    color: 'gray',
    icon: IconCircleDashed,
    hint: 'Solo hay un borrador: nadie puede llamarlo todavía.',
  },
  'con-cambios': {
    color: 'yellow',
    icon: IconPencil,
    hint: 'El borrador tiene cambios que no están publicados.',
  },
  publicado: { color: 'green', icon: IconCircleCheck, hint: 'El borrador es lo que está publicado.' },
}

/** How the draft stands to what is published: a word and an icon, never a colour alone. */
export function EstadoProcesoBadge({
  proceso,
}: {
  proceso: Pick<ProcesoResumen, 'versionPublicada' | 'conCambios'>
}) {
  const { color, icon: Mark, hint } = LOOKS[estadoOfProceso(proceso)]
  return (
    <Badge color={color} title={hint} leftSection={<Mark size={12} aria-hidden />} style={{ flex: 'none' }}>
      {describeEstado(proceso)}
    </Badge>
  )
}
