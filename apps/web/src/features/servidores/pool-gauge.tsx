import type { ServidorEstado } from '@div/contract'
import { Group, Progress, Text } from '@mantine/core'

type Conexiones = NonNullable<ServidorEstado['conexiones']>

/** How many connections of a pool are in use, and how many calls wait for one. */
export function PoolGauge({ conexiones, width = 64 }: { conexiones: Conexiones; width?: number | string }) {
  const { activeConnections, idleConnections, maxConnections, waiting } = conexiones
  const share = (count: number) => (maxConnections === 0 ? 0 : (100 * count) / maxConnections)
  const isFull = activeConnections >= maxConnections
  const words = `${activeConnections} de ${maxConnections} conexiones en uso, ${idleConnections} libres, ${waiting} llamadas en espera`
  return (
    <Group gap={8} wrap="nowrap" title={words}>
      <Progress.Root size={6} w={width} style={{ flex: width === '100%' ? 1 : 'none' }}>
        <Progress.Section
          value={share(activeConnections)}
          color={isFull ? 'red' : 'teal'}
          aria-label={words}
        />
        <Progress.Section value={share(idleConnections)} color="gray" withAria={false} />
      </Progress.Root>
      <Text span size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {activeConnections}/{maxConnections}
      </Text>
      {waiting > 0 && (
        <Text span size="sm" c="red" fw={600}>
          +{waiting} en espera
        </Text>
      )}
    </Group>
  )
}
