import { CopyButton } from '@div/ui'
import { Code, Group, Text } from '@mantine/core'
import { useCanalesBase } from '../canales/use-canales-base.ts'
import { clientConfig } from './client-config.ts'

/** The configuration of a client of MCP, ready to be copied; nothing until its address is known. */
export function ClientConfigView({ label, token }: { label: string; token?: string }) {
  const base = useCanalesBase()
  if (base === undefined) return null
  const config = clientConfig(`${base}/mcp`, token)
  return (
    <div>
      <Group justify="space-between" align="flex-end" mb="xs">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyButton value={config} size="compact-xs" variant="subtle" />
      </Group>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {config}
      </Code>
    </div>
  )
}
