import { Alert, Button, Stack, Text } from '@mantine/core'

interface UnusedNoteProps {
  /** Names of parameters. */
  nombres: readonly string[]
  /** What does not use them. */
  de: string
  /** Undefined: nobody may. */
  onRemove: (() => void) | undefined
}

/** What is left over of something else says so, and goes with one click. */
export function UnusedNote({ nombres, de, onRemove }: UnusedNoteProps) {
  if (nombres.length === 0) return null
  const names = nombres.map((nombre) => `«${nombre}»`).join(', ')
  return (
    <Alert variant="light" color="yellow" p="xs">
      <Stack gap={6} align="flex-start">
        <Text size="xs">
          {de} no usa {names}.
        </Text>
        {onRemove && (
          <Button size="compact-xs" variant="default" onClick={onRemove}>
            {nombres.length === 1 ? 'Quitarlo' : 'Quitarlos'}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
