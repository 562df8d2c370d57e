import { Group } from '@mantine/core'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'

export function TareaState({ activo }: { activo: boolean }) {
  const State = activo ? IconCircleCheck : IconCircleOff
  return (
    <Group gap={4} wrap="nowrap" fz="sm">
      <State size={14} color={`var(--mantine-color-${activo ? 'green' : 'gray'}-6)`} aria-hidden />
      {activo ? 'Activa' : 'Inactiva'}
    </Group>
  )
}
