import type { EstadoCircuito, PoolStats, Poseedor } from '@div/contract'
import { describeMs, describePercent } from '@div/ui'
import { Anchor, Badge, Group, Paper, Table, Text, Title } from '@mantine/core'
import { IconPlugConnected, IconPlugConnectedX, IconPlugX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { addressOf } from '../../shared/address-of.ts'
import { Figure } from '../../shared/figure.tsx'
import { orDash } from '../../shared/or-dash.ts'
import { useReach } from '../../shared/reach.ts'
import { CIRCUITO_LABELS } from '../../shared/servidores/circuito-labels.ts'
import { PoolGauge } from '../../shared/servidores/pool-gauge.tsx'
import { useTipoLabel } from '../../shared/servidores/use-tipos-servidor.ts'
import classes from './pools.module.css'

const CIRCUITOS: Readonly<Record<EstadoCircuito, { icon: typeof IconPlugX; color: string }>> = {
  cerrado: { icon: IconPlugConnected, color: 'green' },
  probando: { icon: IconPlugConnectedX, color: 'yellow' },
  abierto: { icon: IconPlugX, color: 'red' },
}

/** One pool: how full it is, how it does, who holds its connections and who waits for one. */
export function PoolCard({ pool }: { pool: PoolStats }) {
  const { id, nombre, tipoServidor, reuseRate, avgLatencyMs, errorRate, poseedores, enEspera } = pool
  const reaches = useReach()
  const labelOf = useTipoLabel()
  const address = addressOf('servidores', id)
  return (
    <Paper component="section" p="lg" aria-label={nombre}>
      <div className={classes.head}>
        <div className={classes.name}>
          <Title order={3} size="h4">
            {reaches(address) ? (
              <Anchor component={Link} to={address} inherit c="inherit">
                {nombre}
              </Anchor>
            ) : (
              nombre
            )}
          </Title>
          <Text size="xs" c="dimmed">
            {labelOf(tipoServidor)}
          </Text>
        </div>
        <Circuito pool={pool} />
        <div className={classes.gauge}>
          <Text size="xs" c="dimmed">
            En uso
          </Text>
          <PoolGauge conexiones={pool} width={120} />
        </div>
        <Figure
          isStacked
          label="Abiertas"
          value={`${pool.activeConnections + pool.idleConnections}/${pool.maxConnections}`}
        />
        <Figure isStacked label="Reutilización" value={orDash(reuseRate, describePercent)} />
        <Figure isStacked label="Latencia media" value={orDash(avgLatencyMs, describeMs)} />
        <Figure isStacked label="Errores" value={orDash(errorRate, describePercent)} />
      </div>
      {(poseedores.length > 0 || enEspera.length > 0) && (
        <div className={classes.people}>
          <Holders title="Tienen una conexión" since="La tiene desde hace" holders={poseedores} />
          <Holders title="Esperan una" since="Espera desde hace" holders={enEspera} />
        </div>
      )}
    </Paper>
  )
}

function Circuito({ pool: { circuito, circuitoDesdeMs } }: { pool: PoolStats }) {
  const { icon: Icon, color } = CIRCUITOS[circuito]
  return (
    <Badge color={color} leftSection={<Icon size={12} aria-hidden />}>
      {CIRCUITO_LABELS[circuito]}
      {circuitoDesdeMs !== null && ` desde hace ${describeMs(circuitoDesdeMs)}`}
    </Badge>
  )
}

interface HoldersProps {
  title: string
  /** Of the last column, for who does not see the others. */
  since: string
  holders: readonly Poseedor[]
}

function Holders({ title, since, holders }: HoldersProps) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title} ({holders.length})
      </Text>
      {holders.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nadie.
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={360}>
          <Table verticalSpacing={4} horizontalSpacing="sm" aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Ejecución</Table.Th>
                <Table.Th>Nodo</Table.Th>
                <Table.Th ta="right">{since}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {holders.map((holder, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a node of a run may hold several at once.
                <Table.Tr key={`${holder.idEjecucion}/${holder.nodo}/${index}`}>
                  <Table.Td>
                    <Run holder={holder} />
                  </Table.Td>
                  <Table.Td>{holder.nodo}</Table.Td>
                  <Table.Td ta="right" className={classes.number}>
                    {describeMs(holder.desdeMs)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </div>
  )
}

/** What runs, and on behalf of which canal. */
function Run({ holder: { idEjecucion, proceso, canal } }: { holder: Poseedor }) {
  if (idEjecucion === '') return 'Alguien que explora sus objetos'
  const name = proceso ?? 'Acaba de empezar'
  return (
    <Group gap={6} wrap="nowrap">
      <Anchor component={Link} to={addressOf('ejecuciones', idEjecucion)} size="sm">
        {name}
      </Anchor>
      {canal !== null && (
        <Text size="xs" c="dimmed">
          {canal}
        </Text>
      )}
    </Group>
  )
}
