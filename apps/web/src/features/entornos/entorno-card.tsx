import type { EntornoDivGuardado } from '@div/contract'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconArrowsDiff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { RowLink } from '../../shared/list/row-link.tsx'
import { EntornoState } from './entorno-state.tsx'
import { describeVinculos } from './vinculo-rows.ts'

const PROMUEVEN = {
  admin: 'Promueven solo administradores',
  operador: 'Promueven administradores y operadores',
} as const

/** One station of the way to production. */
export function EntornoCard({ entorno, isOpen }: { entorno: EntornoDivGuardado; isOpen: boolean }) {
  const { id, nombre, descripcion, urlBase, comprobacion, promueven, vinculos } = entorno
  return (
    <Paper
      p="lg"
      component="li"
      withBorder
      style={{ listStyle: 'none', ...(isOpen && { borderColor: 'var(--mantine-primary-color-filled)' }) }}
    >
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={4} miw={0} flex="1 1 260px">
          <Group gap="sm">
            <Text fw={600} component="div" style={{ overflowWrap: 'anywhere' }}>
              <RowLink id={id}>{nombre}</RowLink>
            </Text>
            <EntornoState comprobacion={comprobacion} />
          </Group>
          <Text size="sm" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {urlBase}
          </Text>
          {descripcion !== '' && (
            <Text size="sm" lineClamp={2}>
              {descripcion}
            </Text>
          )}
          {comprobacion?.error != null && (
            <Text size="sm" c="red" style={{ overflowWrap: 'anywhere' }}>
              {comprobacion.error}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {PROMUEVEN[promueven]} · {describeVinculos(vinculos)}
          </Text>
        </Stack>
        <Button
          component={Link}
          to={`/entornos/${id}/comparar`}
          variant="light"
          aria-label={`Comparar con ${nombre}`}
          leftSection={<IconArrowsDiff size={16} aria-hidden />}
        >
          Comparar
        </Button>
      </Group>
    </Paper>
  )
}
