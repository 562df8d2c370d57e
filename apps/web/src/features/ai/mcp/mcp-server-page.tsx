import type { McpServer } from '@div/contract'
import { EmptyState, ErrorState, FormHelp, notify, PageHeader } from '@div/ui'
import { Anchor, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconRefresh, IconSettings, IconShieldCheck, IconTools } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { describeError } from '../../../shared/api-error.ts'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { useCan } from '../../../shared/session.ts'
import { TimeAgo } from '../../../shared/time/time-ago.tsx'
import { HerramientaCard } from './herramienta-card.tsx'
import { needsPerson, sortHerramientas } from './herramienta-state.ts'
import { askAutorizacion, useForgetAutorizacion, useMcpServer, useMcpServers } from './mcp-servers-api.ts'

/** One server of somebody else: who lets it in, and which of its tools may be used. */
export default function McpServerPage() {
  const { id = '' } = useParams()
  const { data, error, refetch, isFetching } = useMcpServer(id)
  const { data: listed } = useMcpServers()
  // What it offers may not be there for want of an authorization; what is stored of it is.
  const server = data ?? listed?.items.find((each) => each.id === id)
  return (
    <Stack gap="lg">
      <div>
        <Anchor component={Link} to="/mcp?vista=ajenas" size="sm" c="dimmed">
          <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: -2 }} /> MCP
        </Anchor>
        <PageHeader
          title={server?.nombre ?? 'Servidor MCP'}
          summary={server?.url ?? 'Sus herramientas, y cuáles se pueden usar aquí.'}
          actions={
            <>
              <Button
                variant="default"
                leftSection={<IconRefresh size={16} aria-hidden />}
                loading={isFetching && data !== undefined}
                onClick={() => void refetch()}
              >
                Mirar otra vez
              </Button>
              <Button
                component={Link}
                to={`/servidores/config/${id}`}
                variant="default"
                leftSection={<IconSettings size={16} aria-hidden />}
              >
                Ajustes
              </Button>
            </>
          }
        />
      </div>
      {server && server.autorizacion.estado !== 'noHaceFalta' && <Autorizacion server={server} />}
      {error && !(server && needsPerson(server.autorizacion)) && (
        <ErrorState message={describeError(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton height={320} />}
      {data?.herramientas.length === 0 && (
        <EmptyState
          icon={IconTools}
          title="No ofrece herramientas"
          text="El servidor contesta, pero no dice ninguna que aquí se entienda."
          action={<GuiaLink to="/documentacion/servidores-mcp">herramientas de otros</GuiaLink>}
        />
      )}
      {data && data.herramientas.length > 0 && (
        <Stack gap="md" component="section" aria-label="Herramientas">
          <Text size="sm" c="dimmed" maw={720}>
            Lo que cada herramienta dice de sí lo escribió quien la ofrece. Permítala si es lo que espera: si
            después dice otra cosa, deja de usarse hasta que alguien la mire.
          </Text>
          <FormHelp help="/documentacion/servidores-mcp#2-permitir-herramientas-una-a-una" root="">
            <Stack gap="md">
              {sortHerramientas(data.herramientas).map((herramienta) => (
                <HerramientaCard
                  key={`${herramienta.nombre} ${herramienta.huella}`}
                  serverId={id}
                  herramienta={herramienta}
                />
              ))}
            </Stack>
          </FormHelp>
        </Stack>
      )}
    </Stack>
  )
}

/** Whether somebody let this product in. */
function Autorizacion({ server: { id, autorizacion } }: { server: McpServer }) {
  const mayEdit = useCan('servidores.editar')
  const forget = useForgetAutorizacion(id)
  const [isBusy, setIsBusy] = useState(false)
  const { estado, por, momento } = autorizacion

  async function run(work: () => Promise<void>) {
    setIsBusy(true)
    try {
      await work()
    } catch (error) {
      notify.error('Autorización', describeError(error))
    }
    setIsBusy(false)
  }

  return (
    <Paper p="md" component="section" aria-label="Autorización">
      <Group justify="space-between">
        <Group gap="sm">
          <IconShieldCheck size={18} aria-hidden />
          {estado === 'vigente' && momento !== null ? (
            <Text size="sm">
              {por} autorizó a DIV <TimeAgo at={momento} />
            </Text>
          ) : (
            <Text size="sm">Este servidor espera que una persona autorice a DIV.</Text>
          )}
        </Group>
        {mayEdit && (
          <Group gap="sm">
            {estado === 'vigente' && (
              <Button variant="default" loading={isBusy} onClick={() => void run(forget)}>
                Olvidar
              </Button>
            )}
            <Button
              variant={estado === 'vigente' ? 'default' : 'filled'}
              loading={isBusy}
              onClick={() =>
                void run(async () => {
                  window.location.assign(await askAutorizacion(id))
                })
              }
            >
              {estado === 'vigente' ? 'Autorizar otra vez' : 'Autorizar'}
            </Button>
          </Group>
        )}
      </Group>
    </Paper>
  )
}
