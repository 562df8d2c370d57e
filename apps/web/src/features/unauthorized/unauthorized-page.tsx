import { Anchor, Center, Stack, Text, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { readOrigin } from '../../shared/origin.ts'
import { useSession } from '../../shared/session.ts'

export default function UnauthorizedPage() {
  const origin = readOrigin(useLocation().state)
  const role = useSession()?.user.role
  return (
    <Center mih="60vh" p="lg">
      <Stack align="center" gap="sm" maw={440}>
        <IconLock size={32} stroke={1.5} aria-hidden />
        <Title order={2}>Sin permiso</Title>
        <Text c="dimmed" ta="center">
          {origin === null ? 'Esta página' : origin} no está permitida a su rol ({role}). Pida el permiso a un
          administrador.
        </Text>
        <Anchor component={Link} to="/">
          Ir a Inicio
        </Anchor>
      </Stack>
    </Center>
  )
}
