import type { UsuarioGuardado } from '@div/contract'
import { Badge, Group } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconKey } from '@tabler/icons-react'

/** Whether the account may sign in, and what waits for it there. */
export function UsuarioState({
  usuario: { activo, debeCambiarPassword },
}: {
  usuario: Pick<UsuarioGuardado, 'activo' | 'debeCambiarPassword'>
}) {
  const State = activo ? IconCircleCheck : IconCircleOff
  return (
    <Group gap="sm" wrap="nowrap">
      <Group gap={4} wrap="nowrap" fz="sm">
        <State size={14} color={`var(--mantine-color-${activo ? 'green' : 'gray'}-6)`} aria-hidden />
        {activo ? 'Activo' : 'Inactivo'}
      </Group>
      {debeCambiarPassword && (
        <Badge color="yellow" leftSection={<IconKey size={12} aria-hidden />}>
          Contraseña temporal
        </Badge>
      )}
    </Group>
  )
}
