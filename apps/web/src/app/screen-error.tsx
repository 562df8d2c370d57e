import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useRouteError } from 'react-router'
import { describeError } from '../shared/api-error.ts'

/** A screen that broke, or whose files a newer build has replaced: loading the page anew mends the second. */
export function ScreenError() {
  const error = useRouteError()
  return (
    <Center mih="60vh" p="lg">
      <Stack align="center" gap="md" maw={480} role="alert">
        <Title order={2}>Esta pantalla no se pudo mostrar</Title>
        <Text c="dimmed" ta="center">
          Puede que DIV se haya actualizado mientras la tenía abierta. Recárguela; si vuelve a ocurrir, avise
          a un administrador con este texto:
        </Text>
        <Text ff="monospace" size="sm" ta="center">
          {describeError(error)}
        </Text>
        <Button leftSection={<IconRefresh size={16} />} onClick={() => window.location.reload()}>
          Recargar
        </Button>
      </Stack>
    </Center>
  )
}
