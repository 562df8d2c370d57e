import type { Flujo } from '@div/contract'
import { TextDiff } from '@div/ui'
import { Anchor, Badge, Group, Paper, Stack, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useMemo } from 'react'
import { describeDiff } from './describe-diff.ts'
import { type ConexionDiff, diffFlujos, type NodoDiff } from './diff-flujos.ts'
import { nameDifference } from './name-campo.ts'
import { TipoNodoIcon } from './tipo-nodo.tsx'

const CAMBIOS: Readonly<Record<NodoDiff['cambio'], { label: string; color: string }>> = {
  nuevo: { label: 'Nuevo', color: 'green' },
  quitado: { label: 'Quitado', color: 'red' },
  cambiado: { label: 'Cambiado', color: 'yellow' },
}

interface FlujoDiffViewProps {
  before: Flujo
  after: Flujo
  /** Leads to the node. */
  onGo?: (nodo: string) => void
}

/** What changed between two versions of a flujo, node by node. */
export function FlujoDiffView({ before, after, onGo }: FlujoDiffViewProps) {
  const diff = useMemo(() => diffFlujos(before, after), [before, after])
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" role="status">
        {describeDiff(diff)}
      </Text>
      {diff.nodos.map((nodo) => (
        <NodoChange key={nodo.id} nodo={nodo} onGo={onGo} />
      ))}
      {diff.conexiones.length > 0 && <Conexiones conexiones={diff.conexiones} />}
    </Stack>
  )
}

function NodoChange({
  nodo: { id, nombre, tipo, cambio, campos },
  onGo,
}: {
  nodo: NodoDiff
  onGo: FlujoDiffViewProps['onGo']
}) {
  const { label, color } = CAMBIOS[cambio]
  return (
    <Paper p="lg" component="section" aria-label={`${nombre}: ${label}`}>
      <Group gap="sm">
        <TipoNodoIcon tipo={tipo} />
        {onGo ? (
          <Anchor component="button" type="button" fw={600} onClick={() => onGo(id)}>
            {nombre}
          </Anchor>
        ) : (
          <Text fw={600}>{nombre}</Text>
        )}
        <Text size="xs" c="dimmed" ff="monospace">
          {id}
        </Text>
        <Badge color={color}>{label}</Badge>
      </Group>
      <Stack gap="md" mt="md">
        {campos.map(({ campo, before, after }) => (
          <div key={campo}>
            <Text size="xs" c="dimmed" mb={4}>
              {nameDifference(campo)}
            </Text>
            <TextDiff label={`${nombre}: ${nameDifference(campo)}`} before={before} after={after} />
          </div>
        ))}
      </Stack>
    </Paper>
  )
}

function Conexiones({ conexiones }: { conexiones: readonly ConexionDiff[] }) {
  return (
    <Paper p="lg" component="section" aria-label="Conexiones">
      <Group gap="sm">
        <IconArrowRight size={16} stroke={1.5} aria-hidden />
        <Text fw={600}>Conexiones</Text>
      </Group>
      <Stack gap={6} mt="md">
        {conexiones.map(({ texto, cambio }) => (
          <Group key={`${cambio}/${texto}`} gap="sm">
            <Badge color={cambio === 'nueva' ? 'green' : 'red'}>
              {cambio === 'nueva' ? 'Nueva' : 'Quitada'}
            </Badge>
            <Text size="sm">{texto}</Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}
