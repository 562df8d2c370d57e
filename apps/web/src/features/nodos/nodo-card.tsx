import type { NodoDelCluster, ProcesoDelNodo } from '@div/contract'
import { describeMs } from '@div/ui'
import { Badge, Button, Group, Paper, Table, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconPlayerPause } from '@tabler/icons-react'
import { Figure } from '../../shared/figure.tsx'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { describeCpu, describeMemory, describeRate, lookOfNodo } from './describe-nodo.ts'
import classes from './nodos.module.css'
import type { PeticionDeNodo } from './nodos-api.ts'

const ICONS = { green: IconCircleCheck, yellow: IconPlayerPause, red: IconAlertTriangle }
const ROLES = { todo: 'API y motor', api: 'Solo API', motor: 'Solo motor' }

interface NodoCardProps {
  nodo: NodoDelCluster
  isBusy: boolean
  onAsk: (peticion: PeticionDeNodo) => void
}

/** A machine, a container or a pod: what runs in it and how it does. */
export function NodoCard({ nodo, isBusy, onAsk }: NodoCardProps) {
  const { equipo, rol, versiones, inicio, latido, drenaje, workers, porSegundo, activas, estado } = nodo
  const { label, color } = lookOfNodo(nodo)
  const Mark = ICONS[color]
  return (
    <Paper component="section" p="lg" aria-label={equipo}>
      <div className={classes.head}>
        <div className={classes.name}>
          <Group gap="sm">
            <Title order={2} size="h4">
              {equipo}
            </Title>
            <Badge color={color} leftSection={<Mark size={12} aria-hidden />}>
              {label}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed">
            {ROLES[rol]} · DIV {versiones.join(' y ')} · en marcha <TimeAgo at={inicio} />
            {drenaje !== null && (
              <>
                {' '}
                · lo drenó {drenaje.usuario} <TimeAgo at={drenaje.momento} />
              </>
            )}
          </Text>
        </div>
        <Figure isStacked label="Workers" value={String(workers)} />
        <Figure isStacked label="En curso" value={String(activas)} />
        <Figure isStacked label="Llamadas" value={describeRate(porSegundo)} />
        {estado === 'perdido' ? (
          <Text size="sm" c="dimmed">
            Último latido <TimeAgo at={latido} />
          </Text>
        ) : (
          rol !== 'api' && <Actions isDrained={drenaje !== null} isBusy={isBusy} onAsk={onAsk} />
        )}
      </div>
      <Table.ScrollContainer minWidth={720} mt="md">
        <Table verticalSpacing={6} horizontalSpacing="sm" aria-label={`Procesos de ${equipo}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Proceso</Table.Th>
              <Table.Th ta="right">CPU</Table.Th>
              <Table.Th ta="right">Memoria</Table.Th>
              <Table.Th ta="right">Retraso</Table.Th>
              <Table.Th ta="right">Llamadas</Table.Th>
              <Table.Th ta="right">En curso</Table.Th>
              <Table.Th ta="right">Planes</Table.Th>
              <Table.Th ta="right">Pools</Table.Th>
              <Table.Th ta="right">Latido</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {nodo.procesos.map((proceso) => (
              <ProcesoRow key={proceso.id} proceso={proceso} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

function Actions({ isDrained, isBusy, onAsk }: { isDrained: boolean } & Omit<NodoCardProps, 'nodo'>) {
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" disabled={isBusy} onClick={() => onAsk('reiniciar')}>
        Reiniciar
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={isBusy}
        onClick={() => onAsk(isDrained ? 'reanudar' : 'drenar')}
      >
        {isDrained ? 'Reanudar' : 'Drenar'}
      </Button>
    </Group>
  )
}

function ProcesoRow({ proceso }: { proceso: ProcesoDelNodo }) {
  const { rol, pid, inicio, latido, cpu, memoriaBytes, retrasoMs, porSegundo, activas, planes, pools } =
    proceso
  const isMotor = rol === 'motor'
  return (
    <Table.Tr>
      <Table.Td>
        {isMotor ? 'Motor' : 'API'} {pid}{' '}
        <Text span size="xs" c="dimmed">
          <TimeAgo at={inicio} />
        </Text>
      </Table.Td>
      <Table.Td className={classes.number}>{describeCpu(cpu)}</Table.Td>
      <Table.Td className={classes.number}>{describeMemory(memoriaBytes)}</Table.Td>
      <Table.Td className={classes.number}>{describeMs(retrasoMs)}</Table.Td>
      <Table.Td className={classes.number}>{isMotor ? describeRate(porSegundo) : '–'}</Table.Td>
      <Table.Td className={classes.number}>{isMotor ? activas : '–'}</Table.Td>
      <Table.Td className={classes.number}>{planes}</Table.Td>
      <Table.Td className={classes.number}>
        {pools.abiertos === 0 ? '–' : `${pools.abiertos} (${pools.conexiones}/${pools.capacidad})`}
      </Table.Td>
      <Table.Td className={classes.number}>
        <TimeAgo at={latido} />
      </Table.Td>
    </Table.Tr>
  )
}
