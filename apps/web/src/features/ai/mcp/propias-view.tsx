import type { AiCapabilityResumen } from '@div/contract'
import { CopyValue, EmptyState, ErrorState } from '@div/ui'
import { Anchor, Badge, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { IconKey, IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listApi } from '../../../shared/api-client.ts'
import { useCanalesBase } from '../../../shared/canales/use-canales-base.ts'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { ClientConfigView } from '../../../shared/mcp/client-config-view.tsx'
import { toPreparedToken } from '../../../shared/mcp/prepared-token.ts'
import { useCan } from '../../../shared/session.ts'
import { stateOfCapability } from '../capabilities/capability-state.ts'

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
          <Connection tools={tools} />
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
function Connection({ tools }: { tools: readonly AiCapabilityResumen[] }) {
  const mayCreate = useCan('tokens.crear')
  const base = useCanalesBase()
  if (base === undefined) return null
  return (
    <Paper p="lg" component="section" aria-label="Conectar un asistente">
      <Stack gap="md">
        <Title order={2} size="h4">
          Conectar un asistente
        </Title>
        <List type="ordered" spacing="xs" size="sm">
          <List.Item>
            {mayCreate
              ? 'Cree un token: viene preparado con estas herramientas; quite las que sobren.'
              : 'Pida a un administrador un token con las herramientas que vaya a usar.'}
          </List.Item>
          <List.Item>
            Dé al asistente esta dirección (Streamable HTTP) y el token, como Bearer.
            {mayCreate && ' Al crear el token verá la configuración completa, lista para copiar.'}
          </List.Item>
        </List>
        {mayCreate && (
          <Group>
            <Button
              component={Link}
              to="/tokens?ver=nuevo"
              state={toPreparedToken(tools)}
              leftSection={<IconKey size={16} aria-hidden />}
            >
              Crear un token para MCP
            </Button>
          </Group>
        )}
        <CopyValue value={`${base}/mcp`} noun="la dirección" />
        <ClientConfigView label="En un archivo de configuración" />
      </Stack>
    </Paper>
  )
}

function Tools({ tools }: { tools: readonly AiCapabilityResumen[] }) {
  const mayCreate = useCan('tokens.crear')
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
              {mayCreate && (
                <Anchor
                  component={Link}
                  to="/tokens?ver=nuevo"
                  state={toPreparedToken([tool])}
                  size="sm"
                  aria-label={`Crear un token solo para ${tool.nombre}`}
                >
                  Crear un token
                </Anchor>
              )}
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
