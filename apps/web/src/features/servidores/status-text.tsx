import { Group, Text, Tooltip } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
} from '@tabler/icons-react'
import type { ServidorStatus, StatusLevel } from './servidor-status.ts'

const LOOKS: Readonly<Record<StatusLevel, { icon: Icon; color: string }>> = {
  ok: { icon: IconCircleCheck, color: 'var(--mantine-color-green-text)' },
  warning: { icon: IconAlertTriangle, color: 'var(--mantine-color-yellow-text)' },
  error: { icon: IconCircleX, color: 'var(--mantine-color-red-text)' },
  idle: { icon: IconCircleDashed, color: 'var(--mantine-color-dimmed)' },
}

export function StatusText({ status: { level, label, detail } }: { status: ServidorStatus }) {
  const { icon: Icon, color } = LOOKS[level]
  return (
    <Tooltip label={detail} disabled={detail === null} multiline maw={360}>
      <Group gap={6} wrap="nowrap" display="inline-flex" maw="100%" style={{ verticalAlign: 'middle' }}>
        <Icon size={16} stroke={1.75} aria-hidden style={{ flex: 'none', color }} />
        <Text span size="sm" truncate>
          {label}
        </Text>
      </Group>
    </Tooltip>
  )
}
