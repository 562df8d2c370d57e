import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useRouteError } from 'react-router'
import { describeError } from '../shared/api-error.ts'

/** A screen whose files did not come, or that broke. */
export function ScreenError() {
  const error = useRouteError()
  return isUnloaded(error) ? <Unloaded /> : <Broken error={error} />
}

/** What browsers say of a script that did not come: Chromium, Firefox, Safari. */
function isUnloaded(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /dynamically imported module|Importing a module script failed/i.test(error.message)
  )
}

/** The network is away, or a newer build has replaced the files. */
function Unloaded() {
  return (
    <Notice title="Error de conexión">
      <Text c="dimmed" ta="center">
        Esta pantalla no se pudo cargar: DIV no contesta, o se actualizó mientras la tenía abierta.
      </Text>
      <Reload label="Reintentar" />
    </Notice>
  )
}

function Broken({ error }: { error: unknown }) {
  return (
    <Notice title="Esta pantalla no se pudo mostrar">
      <Text c="dimmed" ta="center">
        Recárguela; si vuelve a ocurrir, avise a un administrador con este texto:
      </Text>
      <Text ff="monospace" size="sm" ta="center">
        {describeError(error)}
      </Text>
      <Reload label="Recargar" />
    </Notice>
  )
}

function Reload({ label }: { label: string }) {
  return (
    <Button leftSection={<IconRefresh size={16} />} onClick={() => window.location.reload()}>
      {label}
    </Button>
  )
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Center mih="60vh" p="lg">
      <Stack align="center" gap="md" maw={480} role="alert">
        <Title order={2}>{title}</Title>
        {children}
      </Stack>
    </Center>
  )
}
