import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface RowsSectionProps {
  label: string
  /** What is wrong with all of them together. */
  error: string | undefined
  children: ReactNode
}

/** Rows that belong together, under what they are. */
export function RowsSection({ label, error, children }: RowsSectionProps) {
  return (
    <Stack gap="sm" component="section" aria-label={label}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {error !== undefined && (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
      {children}
    </Stack>
  )
}
