import { Box, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface SectionCardProps {
  title: string
  summary?: ReactNode
  children: ReactNode
}

/** A part of the page on a card of its own, which its title names. */
export function SectionCard({ title, summary, children }: SectionCardProps) {
  const id = useId()
  return (
    <Paper component="section" p="lg" aria-labelledby={id}>
      <Stack gap="md">
        <Box>
          <Title order={2} size="h3" id={id}>
            {title}
          </Title>
          {summary !== undefined && (
            <Text size="sm" c="dimmed">
              {summary}
            </Text>
          )}
        </Box>
        {children}
      </Stack>
    </Paper>
  )
}
