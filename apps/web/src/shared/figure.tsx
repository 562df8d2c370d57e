import { Group, Stack, Text } from '@mantine/core'

interface FigureProps {
  label: string
  value: string
  /** The label stands above; otherwise beside. */
  isStacked?: boolean
}

/** A number and what it says. */
export function Figure({ label, value, isStacked = false }: FigureProps) {
  const words = (
    <>
      <Text size={isStacked ? 'xs' : 'sm'} c="dimmed">
        {label}
      </Text>
      <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Text>
    </>
  )
  return isStacked ? (
    <Stack gap={0}>{words}</Stack>
  ) : (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      {words}
    </Group>
  )
}
