import type { NodoDelCluster, ProcesoDelNodo } from '@div/contract'
import { describeMs, type ListColumn, ShortTable } from '@div/ui'
import { Badge, Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconPlayerPause } from '@tabler/icons-react'
import { Figure } from '../../shared/figure.tsx'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { describeCpu, describeMemory, describeRate, lookOfNodo } from './describe-nodo.ts'
import classes from './nodos.module.css'
import type { PeticionDeNodo } from './nodos-api.ts'

const ICONS = { green: IconCircleCheck, yellow: IconPlayerPause, red: IconAlertTriangle }
const ROLES = { todo: 'API y motor', api: 'Solo API', motor: 'Solo motor' }

/** The narrowest table that has room for all columns. */
const WIDE = 760

const isMotor = ({ rol }: ProcesoDelNodo) => rol === 'motor'

function figure(title: string, render: ListColumn<ProcesoDelNodo>['render']): ListColumn<ProcesoDelNodo> {
  return { key: title, title, render, from: WIDE, align: 'right', isEssential: true, isTitled: true }
}

const COLUMNS: readonly ListColumn<ProcesoDelNodo>[] = [
  {
    key: 'Proceso',
    title: 'Proceso',
    render: (proceso) => (
      <>
        {isMotor(proceso) ? 'Motor' : 'API'} {proceso.pid}{' '}
        <Text span size="xs" c="dimmed">
          <TimeAgo at={proceso.inicio} />
        </Text>
      </>
    ),
  },
  figure('CPU', ({ cpu }) => describeCpu(cpu)),
  figure('Memoria', ({ memoriaBytes }) => describeMemory(memoriaBytes)),
  figure('Retraso', ({ retrasoMs }) => describeMs(retrasoMs)),
  figure('Llamadas', (proceso) => (isMotor(proceso) ? describeRate(proceso.porSegundo) : '–')),
  figure('En curso', (proceso) => (isMotor(proceso) ? proceso.activas : '–')),
  figure('Planes', ({ planes }) => planes),
  figure('Pools', ({ pools: { abiertos, conexiones, capacidad } }) =>
    abiertos === 0 ? '–' : `${abiertos} (${conexiones}/${capacidad})`,
  ),
  figure('Latido', ({ latido }) => <TimeAgo at={latido} />),
]

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
      <div className={classes.procesos}>
        <ShortTable label={`Procesos de ${equipo}`} columns={COLUMNS} rows={nodo.procesos} />
      </div>
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
