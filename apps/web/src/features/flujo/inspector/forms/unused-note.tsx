import { Alert, Button, Stack, Text } from '@mantine/core'
import type { NodoFormProps } from './nodo-form-props.ts'

interface UnusedNoteProps extends Pick<NodoFormProps, 'nodo' | 'change' | 'isReadOnly'> {
  /** Names of parameters. */
  nombres: readonly string[]
  /** What does not use them. */
  de: string
}

/** What is left over of something else says so, and goes with one click. */
export function UnusedNote({ nombres, de, nodo, change, isReadOnly }: UnusedNoteProps) {
  if (nombres.length === 0) return null
  const remove = () =>
    change(
      { parametros: nodo.parametros.filter(({ nombre }) => !nombres.includes(nombre)) },
      { isStep: true },
    )
  const names = nombres.map((nombre) => `«${nombre}»`).join(', ')
  return (
    <Alert variant="light" color="yellow" p="xs">
      <Stack gap={6} align="flex-start">
        <Text size="xs">
          {de} no usa {names}.
        </Text>
        {!isReadOnly && (
          <Button size="compact-xs" variant="default" onClick={remove}>
            {nombres.length === 1 ? 'Quitarlo' : 'Quitarlos'}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
