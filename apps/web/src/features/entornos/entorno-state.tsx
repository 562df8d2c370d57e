import type { EntornoDivGuardado } from '@div/contract'
import { Badge, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import { TimeAgo } from '../../shared/time/time-ago.tsx'

const STATES = {
  responde: { label: 'Responde', color: 'green', icon: IconCircleCheck },
  falla: { label: 'No responde', color: 'red', icon: IconCircleX },
  sinProbar: { label: 'Sin probar', color: 'gray', icon: IconCircleDashed },
} as const

/** What was known of it when it was last asked for anything. */
export function EntornoState({ comprobacion }: Pick<EntornoDivGuardado, 'comprobacion'>) {
  const { label, color, icon: Icon } = STATES[stateOf(comprobacion)]
  return (
    <Group gap="sm">
      <Badge color={color} leftSection={<Icon size={12} aria-hidden />}>
        {label}
      </Badge>
      {comprobacion && (
        <Text size="xs" c="dimmed">
          {comprobacion.version !== null && `DIV ${comprobacion.version} · `}
          <TimeAgo at={comprobacion.momento} />
        </Text>
      )}
    </Group>
  )
}

function stateOf(comprobacion: EntornoDivGuardado['comprobacion']): keyof typeof STATES {
  if (comprobacion === null) return 'sinProbar'
  return comprobacion.ok ? 'responde' : 'falla'
}
