import { Box, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface CardProps {
  title: string
  summary?: ReactNode
  children: ReactNode
}

export function Card({ title, summary, children }: CardProps) {
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
