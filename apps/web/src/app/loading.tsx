import { Center, Text } from '@mantine/core'

export function Loading() {
  return (
    <Center mih="40vh" role="status">
      <Text c="dimmed">Cargando...</Text>
    </Center>
  )
}
