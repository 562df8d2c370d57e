import type { ProcesoResumen } from '@div/contract'
import { Anchor, Box, Checkbox, Group, Text } from '@mantine/core'
import { memo } from 'react'
import { Link } from 'react-router'
import { ActividadSparkline, ErrorRate, LastRun } from '../../shared/actividad/actividad-cells.tsx'
import type { ListSelection } from '../../shared/list/use-selection.ts'
import { CanalesLine } from './canales-line.tsx'
import { EstadoProcesoBadge } from './estado-badge.tsx'
import classes from './proceso-card.module.css'
import { ProcesoMenu } from './proceso-menu.tsx'

export const CARD_HEIGHT = 172

interface ProcesoCardProps {
  proceso: ProcesoResumen
  selection: ListSelection | undefined
}

/** What somebody asks of a proceso at a glance: what it does, whether it is published and where, how its runs go. Who scrolls draws only those that come into sight. */
export const ProcesoCard = memo(function ProcesoCard({ proceso, selection }: ProcesoCardProps) {
  const { id, nombre, descripcion, actividad, canales } = proceso
  return (
    <article className={classes.card} aria-label={nombre} data-selected={selection?.ids.has(id) || undefined}>
      <div className={classes.head}>
        {selection && (
          <Checkbox
            size="xs"
            aria-label={`Seleccionar ${nombre}`}
            checked={selection.ids.has(id)}
            onChange={() => selection.onToggle(id)}
          />
        )}
        <Box flex={1} miw={0}>
          <Anchor
            component={Link}
            to={`/procesos/${id}`}
            c="inherit"
            fw={600}
            truncate
            display="block"
            title={nombre}
          >
            {nombre}
          </Anchor>
        </Box>
        <ProcesoMenu proceso={proceso} />
      </div>
      <Group gap="sm" wrap="nowrap">
        <EstadoProcesoBadge proceso={proceso} />
        <CanalesLine canales={canales} />
      </Group>
      <Text size="sm" c="dimmed" lineClamp={2} className={classes.description} title={descripcion}>
        {descripcion}
      </Text>
      <div className={classes.foot}>
        <Group gap="sm" wrap="nowrap">
          <ActividadSparkline actividad={actividad} width={56} />
          {actividad.total > 0 && <ErrorRate percent={actividad.porcentajeErrores} isWorded />}
        </Group>
        {actividad.ultima !== null && <LastRun ultima={actividad.ultima} />}
      </div>
    </article>
  )
})
