import type { Hallazgo } from '@div/contract'
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'

interface HallazgosProps {
  hallazgos: readonly Hallazgo[]
  /** Of the nodes, by id. */
  nombres: ReadonlyMap<string, string>
  /** Leads to where it is mended. */
  onGo?: (hallazgo: Hallazgo) => void
}

/** What the validator found, by node: errors first within each. */
export function Hallazgos({ hallazgos, nombres, onGo }: HallazgosProps) {
  const byNodo = Map.groupBy(hallazgos.toSorted(byGravedad), ({ nodo }) => nodo)
  return (
    <Stack gap="md">
      {[...byNodo].map(([nodo, found]) => (
        <div key={nodo ?? ''}>
          <Text size="sm" fw={600}>
            {nodo === null ? 'Todo el flujo' : (nombres.get(nodo) ?? nodo)}{' '}
            {nodo !== null && (
              <Text span size="xs" c="dimmed" ff="monospace">
                {nodo}
              </Text>
            )}
          </Text>
          <Stack gap={4} mt={4}>
            {found.map((hallazgo) => (
              <HallazgoLine key={`${hallazgo.campo}/${hallazgo.mensaje}`} hallazgo={hallazgo} onGo={onGo} />
            ))}
          </Stack>
        </div>
      ))}
    </Stack>
  )
}

function HallazgoLine({ hallazgo, onGo }: { hallazgo: Hallazgo; onGo: HallazgosProps['onGo'] }) {
  const { gravedad, campo, mensaje } = hallazgo
  const isError = gravedad === 'error'
  const Mark = isError ? IconX : IconAlertTriangle
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Mark
        size={16}
        role="img"
        aria-label={isError ? 'Error' : 'Aviso'}
        color={`var(--mantine-color-${isError ? 'red' : 'yellow'}-filled)`}
        style={{ flex: 'none', marginTop: 1 }}
      />
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {mensaje}{' '}
        {onGo ? (
          <Anchor component="button" type="button" size="xs" ff="monospace" onClick={() => onGo(hallazgo)}>
            {campo || 'ver'}
          </Anchor>
        ) : (
          <Text span size="xs" c="dimmed" ff="monospace">
            {campo}
          </Text>
        )}
      </Text>
    </Group>
  )
}

function byGravedad(left: Hallazgo, right: Hallazgo): number {
  return Number(left.gravedad !== 'error') - Number(right.gravedad !== 'error')
}
