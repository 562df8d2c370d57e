import type { Role } from '@div/contract'
import { Badge } from '@mantine/core'
import { ROLE_COLORS } from './role-colors.ts'

export function RoleBadge({ role }: { role: Role }) {
  return <Badge color={ROLE_COLORS[role]}>{role}</Badge>
}
