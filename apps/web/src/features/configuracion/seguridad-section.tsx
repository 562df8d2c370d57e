import type { Comprobacion } from '@div/contract'
import { ErrorState } from '@div/ui'
import { Box, Button, Group, List, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconRefresh } from '@tabler/icons-react'
import { SectionCard } from '../../shared/form/section-card.tsx'
import classes from './configuracion.module.css'
import { useSeguridad } from './configuracion-api.ts'
import { sortComprobaciones, summarizeComprobaciones } from './sort-comprobaciones.ts'

const LOOK = {
  ok: { icon: IconCircleCheck, color: 'green', label: 'Correcta' },
  aviso: { icon: IconAlertTriangle, color: 'yellow', label: 'Aviso' },
  falla: { icon: IconCircleX, color: 'red', label: 'Falla' },
} as const

/** What the product found when it looked at itself. */
export function SeguridadSection() {
  const { data, error, refetch, isFetching } = useSeguridad()
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  return (
    <SectionCard
      title="Comprobaciones de seguridad"
      summary={data ? summarizeComprobaciones(data) : 'Cargando...'}
    >
      <Group>
        <Button
          variant="default"
          size="xs"
          loading={isFetching}
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => void refetch()}
        >
          Comprobar otra vez
        </Button>
      </Group>
      {data === undefined ? (
        <Stack gap="sm">
          {[0, 1, 2, 3, 4, 5].map((line) => (
            <Skeleton key={line} height={48} />
          ))}
        </Stack>
      ) : (
        <List listStyleType="none" className={classes.checks}>
          {sortComprobaciones(data).map((each) => (
            <Check key={each.id} comprobacion={each} />
          ))}
        </List>
      )}
    </SectionCard>
  )
}

function Check({ comprobacion: { titulo, estado, detalle, queHacer } }: { comprobacion: Comprobacion }) {
  const { icon: Icon, color, label } = LOOK[estado]
  return (
    <li className={classes.check} data-estado={estado}>
      <Icon size={20} stroke={1.75} role="img" aria-label={label} color={`var(--mantine-color-${color}-6)`} />
      <Box miw={0}>
        <Text size="sm" fw={600}>
          {titulo}
        </Text>
        <Text size="sm" className={classes.words}>
          {detalle}
        </Text>
        {queHacer !== null && (
          <Text size="sm" c="dimmed" className={classes.words}>
            <b>Qué hacer:</b> {queHacer}
          </Text>
        )}
      </Box>
    </li>
  )
}
