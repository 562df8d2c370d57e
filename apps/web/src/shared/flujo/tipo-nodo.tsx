import type { TipoNodo } from '@div/contract'
import { Tooltip } from '@mantine/core'
import {
  type Icon,
  IconArrowBarRight,
  IconArrowBarToRight,
  IconArrowMerge,
  IconArrowsShuffle,
  IconArrowsSplit2,
  IconGitFork,
  IconServer2,
} from '@tabler/icons-react'

interface Look {
  label: string
  icon: Icon
  color: string
}

/** Of each node type one hue and one icon, the same wherever a node is shown. */
export const TIPO_NODO_LOOKS: Readonly<Record<TipoNodo, Look>> = {
  entrada: { label: 'Entrada', icon: IconArrowBarRight, color: 'teal' },
  proceso: { label: 'Proceso', icon: IconServer2, color: 'blue' },
  transformacion: { label: 'Transformación', icon: IconArrowsShuffle, color: 'violet' },
  condicion: { label: 'Condición', icon: IconGitFork, color: 'orange' },
  'splitter-split': { label: 'Splitter (dividir)', icon: IconArrowsSplit2, color: 'grape' },
  'splitter-join': { label: 'Splitter (unir)', icon: IconArrowMerge, color: 'grape' },
  salida: { label: 'Salida', icon: IconArrowBarToRight, color: 'green' },
}

export function TipoNodoIcon({ tipo }: { tipo: TipoNodo }) {
  const { label, icon: Mark, color } = TIPO_NODO_LOOKS[tipo]
  return (
    <Tooltip label={label}>
      <Mark
        size={16}
        stroke={1.5}
        role="img"
        aria-label={label}
        color={`var(--mantine-color-${color}-filled)`}
        style={{ flex: 'none', verticalAlign: 'middle' }}
      />
    </Tooltip>
  )
}
