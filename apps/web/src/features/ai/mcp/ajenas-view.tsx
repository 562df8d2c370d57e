import type { McpServer } from '@div/contract'
import { EmptyState, ErrorState } from '@div/ui'
import { Anchor, Badge, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconPlus, IconTools } from '@tabler/icons-react'
import { Link } from 'react-router'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { useCan } from '../../../shared/session.ts'
import { describePermitidas, stateOfServer } from './herramienta-state.ts'
import { useMcpServers } from './mcp-servers-api.ts'

/** The servers of MCP of others. */
export function AjenasView() {
  const { data, error, refetch } = useMcpServers()
  const create = useCan('servidores.crear') && (
    <Button
      component={Link}
      to="/servidores/config/new?tipo=mcp"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      Conectar servidor MCP
    </Button>
  )
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  if (data.items.length === 0)
    return (
      <EmptyState
        icon={IconTools}
        title="Todavía no hay servidores MCP"
        text="Conecte un servidor de otros y permita sus herramientas una a una: sus procesos podrán usarlas. Mientras nadie las permita, ninguna se usa."
        action={
          <>
            {create}
            <GuiaLink to="/documentacion/servidores-mcp">herramientas de otros</GuiaLink>
          </>
        }
      />
    )
  return (
    <Stack gap="md" component="section" aria-label="Servidores MCP">
      <Group justify="flex-end">
        <GuiaLink to="/documentacion/servidores-mcp">herramientas de otros</GuiaLink>
        {create}
      </Group>
      {data.items.map((server) => (
        <ServerCard key={server.id} server={server} />
      ))}
    </Stack>
  )
}

function ServerCard({ server }: { server: McpServer }) {
  const { id, nombre, url } = server
  const { label, color } = stateOfServer(server)
  return (
    <Paper p="md" component="article" aria-label={nombre}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={2} miw={0}>
          <Anchor component={Link} to={`/mcp/${id}`} fw={500}>
            {nombre}
          </Anchor>
          <Text size="sm" c="dimmed" ff="monospace" fz={13} truncate title={url}>
            {url}
          </Text>
          <Text size="sm">{describePermitidas(server)}</Text>
        </Stack>
        <Badge color={color}>{label}</Badge>
      </Group>
    </Paper>
  )
}
