import { Box, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export interface PageHeaderProps {
  title: ReactNode
  /** One sentence that says what the things on this page are for. */
  summary?: ReactNode
  /** At the right, the most important last. */
  actions?: ReactNode
}

export function PageHeader({ title, summary, actions }: PageHeaderProps) {
  return (
    <Group justify="space-between" align="flex-start" gap="md">
      <Box miw={0} flex="1 1 320px">
        <Title order={1} size="h2">
          {title}
        </Title>
        {summary !== undefined && (
          <Text c="dimmed" size="sm">
            {summary}
          </Text>
        )}
      </Box>
      <Group gap="sm">{actions}</Group>
    </Group>
  )
}
