import { Stack, Text, ThemeIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'

export interface EmptyStateProps {
  icon: Icon
  title: string
  /** What the thing is for, and what comes next. */
  text: ReactNode
  /** What leads on, whoever reads it: a button for who may make one, and the page that explains it. */
  action: ReactElement
}

/** What stands where there is nothing yet: it teaches the next step. */
export function EmptyState({ icon: Icon, title, text, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="sm" py={48} px="lg" ta="center">
      <ThemeIcon variant="light" color="gray" size={48} radius="xl">
        <Icon size={24} stroke={1.5} aria-hidden />
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" size="sm" maw={420}>
        {text}
      </Text>
      {action}
    </Stack>
  )
}
