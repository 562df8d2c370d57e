import type { EstadoDePromocion, Promocion } from '@div/contract'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { EditorPanel } from '../../shared/form/editor-panel.tsx'

const ESTADOS: Readonly<Record<EstadoDePromocion, { label: string; color: string }>> = {
  publicado: { label: 'Publicado', color: 'green' },
  sinCambios: { label: 'Ya estaba', color: 'green' },
  borrador: { label: 'Borrador allí', color: 'blue' },
  fallido: { label: 'No se aceptó', color: 'red' },
  incierto: { label: 'No se sabe', color: 'yellow' },
  sinIntentar: { label: 'Sin intentar', color: 'gray' },
}

/** What became of each proceso. */
export function ResultadosPanel({ promocion, onClose }: { promocion: Promocion; onClose: () => void }) {
  return (
    <EditorPanel title="Resultado de la promoción" onClose={onClose}>
      <Stack gap="md" component="ul" m={0} p={0} role="status">
        {promocion.resultados.map(({ nombre, estado, version, mensaje }) => (
          <li key={nombre} style={{ listStyle: 'none' }}>
            <Group gap="sm" justify="space-between" wrap="nowrap" align="flex-start">
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {nombre}
              </Text>
              <Badge color={ESTADOS[estado].color} style={{ flex: 'none' }}>
                {ESTADOS[estado].label}
                {version !== null && ` · v${version}`}
              </Badge>
            </Group>
            {mensaje !== null && (
              <Text
                size="sm"
                c={estado === 'sinIntentar' ? 'dimmed' : 'red'}
                style={{ overflowWrap: 'anywhere' }}
              >
                {mensaje}
              </Text>
            )}
          </li>
        ))}
      </Stack>
    </EditorPanel>
  )
}
