import type { AiCapabilityResumen } from '@div/contract'
import { CopyButton, CopyValue, EmptyState, ErrorState } from '@div/ui'
import { Anchor, Badge, Button, Code, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listApi } from '../../../shared/api-client.ts'
import { useCanalesBase } from '../../../shared/canales/use-canales-base.ts'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { useCan } from '../../../shared/session.ts'
import { stateOfCapability } from '../capabilities/capability-state.ts'
import { clientConfig } from './client-config.ts'

/** As many as one answer may hold. */
const MAX_LISTED = 1_000

/** The published procesos that assistants elsewhere use as tools. */
export function PropiasView() {
  const { data, error, refetch } = useQuery({
    queryKey: ['ai-capabilities', 'lista', 'mcp'],
    queryFn: ({ signal }) =>
      listApi<AiCapabilityResumen>(`ai-capabilities?activo=true&orden=nombre&limite=${MAX_LISTED}`, {
        signal,
      }),
  })
  const tools = data?.items.filter(({ enMcp }) => enMcp)
  return (
    <>
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {tools?.length === 0 && <NoTools />}
      {tools && tools.length > 0 && (
        <>
          <Connection />
          <Tools tools={tools} />
        </>
      )}
    </>
  )
}

function NoTools() {
  const mayCreate = useCan('ai-capabilities.crear')
  return (
    <EmptyState
      icon={IconPlugConnected}
      title="Todavía no hay herramientas"
      text="Elija qué procesos puede usar un asistente: cada uno será una capacidad, con el nombre y la explicación que el modelo lee."
      action={
        <>
          {mayCreate && (
            <Button component={Link} to="/ai-capabilities?ver=nuevo">
              Crear capacidad
            </Button>
          )}
          <GuiaLink to="/documentacion/herramientas-mcp">herramientas para asistentes</GuiaLink>
        </>
      }
    />
  )
}

/** What an assistant has to be told to reach the tools. */
function Connection() {
  const base = useCanalesBase()
  if (base === undefined) return null
  const address = `${base}/mcp`
  const config = clientConfig(address)
  return (
    <Paper p="lg" component="section" aria-label="Conectar un asistente">
      <Stack gap="md">
        <Title order={2} size="h4">
          Conectar un asistente
        </Title>
        <List type="ordered" spacing="xs" size="sm">
          <List.Item>
            Cree un{' '}
            <Anchor component={Link} to="/tokens?ver=nuevo">
              token
            </Anchor>{' '}
            que no abra ningún canal y elija en él las herramientas que podrá usar.
          </List.Item>
          <List.Item>Dé al asistente esta dirección (Streamable HTTP) y el token, como Bearer.</List.Item>
        </List>
        <CopyValue value={address} noun="la dirección" />
        <Group justify="space-between" align="flex-end">
          <Text size="sm" fw={500}>
            En un archivo de configuración
          </Text>
          <CopyButton value={config} size="compact-xs" variant="subtle" />
        </Group>
        <Code block>{config}</Code>
      </Stack>
    </Paper>
  )
}

function Tools({ tools }: { tools: readonly AiCapabilityResumen[] }) {
  return (
    <Paper p="lg" component="section" aria-label="Herramientas">
      <Stack gap="md">
        <Title order={2} size="h4">
          Herramientas
        </Title>
        {tools.map((tool) => (
          <Stack key={tool.id} gap={2}>
            <Group gap="sm">
              <Anchor component={Link} to={`/ai-capabilities?ver=${tool.id}`} ff="monospace" fz={13}>
                {tool.nombre}
              </Anchor>
              {tool.escribe && <Badge color="yellow">Cambia datos</Badge>}
              {stateOfCapability(tool) === 'sinPublicar' && <Badge color="gray">Publique su proceso</Badge>}
            </Group>
            <Text size="sm" c="dimmed" lineClamp={2}>
              {tool.descripcion}
            </Text>
          </Stack>
        ))}
      </Stack>
    </Paper>
  )
}
