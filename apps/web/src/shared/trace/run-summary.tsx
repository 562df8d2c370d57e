import type { ResultadoDeEjecucion } from '@div/contract'
import { describeMs } from '@div/ui'
import { Badge, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { EstadoBadge } from './estados.tsx'

interface RunSummaryProps {
  resultado: Pick<ResultadoDeEjecucion, 'estado' | 'estadoHttp' | 'duracionMs'>
  children?: ReactNode
}

/** How a run came out, in one line. */
export function RunSummary({ resultado: { estado, estadoHttp, duracionMs }, children }: RunSummaryProps) {
  return (
    <Group gap="sm" role="status">
      <Text fw={600}>Resultado</Text>
      <EstadoBadge estado={estado} />
      {estadoHttp !== null && <Badge color="gray">HTTP {estadoHttp}</Badge>}
      <Text size="sm" c="dimmed">
        {describeMs(duracionMs)}
      </Text>
      {children}
    </Group>
  )
}
