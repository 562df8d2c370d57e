import type { Hallazgo, Nodo } from '@div/contract'
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { nameCampo } from './name-campo.ts'

interface HallazgosProps {
  hallazgos: readonly Hallazgo[]
  /** In which they are. */
  nodos: readonly Pick<Nodo, 'id' | 'nombre'>[]
  /** Leads to where it is mended. */
  onGo?: (hallazgo: Hallazgo) => void
}

/** What the validator found, by node: errors first within each. */
export function Hallazgos({ hallazgos, nodos, onGo }: HallazgosProps) {
  const byId = new Map(nodos.map((nodo) => [nodo.id, nodo]))
  const byNodo = Map.groupBy(hallazgos.toSorted(byGravedad), ({ nodo }) => nodo)
  return (
    <Stack gap="md">
      {[...byNodo].map(([nodo, found]) => (
        <div key={nodo ?? ''}>
          <Text size="sm" fw={600}>
            {nodo === null ? 'Todo el flujo' : (byId.get(nodo)?.nombre ?? nodo)}
          </Text>
          <Stack gap={4} mt={4}>
            {found.map((hallazgo) => (
              <HallazgoLine
                key={`${hallazgo.campo}/${hallazgo.mensaje}`}
                hallazgo={hallazgo}
                place={nameCampo(hallazgo.campo, byId.get(nodo ?? ''))}
                onGo={onGo}
              />
            ))}
          </Stack>
        </div>
      ))}
    </Stack>
  )
}

interface HallazgoLineProps {
  hallazgo: Hallazgo
  /** Where in its node, in words; may be empty. */
  place?: string
  onGo?: HallazgosProps['onGo']
}

export function HallazgoLine({ hallazgo, place = '', onGo }: HallazgoLineProps) {
  const { gravedad, mensaje } = hallazgo
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
          <Anchor component="button" type="button" size="xs" onClick={() => onGo(hallazgo)}>
            {place || 'Ver'}
          </Anchor>
        ) : (
          <Text span size="xs" c="dimmed">
            {place}
          </Text>
        )}
      </Text>
    </Group>
  )
}

function byGravedad(left: Hallazgo, right: Hallazgo): number {
  return Number(left.gravedad !== 'error') - Number(right.gravedad !== 'error')
}
