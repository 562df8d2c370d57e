import { Anchor, Center, Stack, Text, Title } from '@mantine/core'
import { Link, useLocation } from 'react-router'

export default function NotFoundPage() {
  const { pathname } = useLocation()
  return (
    <Center mih="60vh" p="lg">
      <Stack align="center" gap="sm">
        <Title order={2}>Esta página no existe</Title>
        <Text c="dimmed" ta="center">
          No hay nada en <span translate="no">{pathname}</span>.
        </Text>
        <Anchor component={Link} to="/">
          Ir a Inicio
        </Anchor>
      </Stack>
    </Center>
  )
}
