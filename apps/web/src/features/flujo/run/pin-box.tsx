import { isCut, isHidden, type Nodo } from '@div/contract'
import { JsonEditor, lineOf, readJson } from '@div/ui'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconPin, IconPinnedOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { QuietButton } from '../quiet-button.tsx'
import { useEditor } from '../store/use-editor.ts'
import { usePins } from './use-pins.ts'

/** What test runs take of a node instead of running it: what it put out last, or what a person writes. */
export function PinBox({ nodo: { id, tipo }, salida }: { nodo: Nodo; salida: unknown }) {
  const isPinned = useEditor(({ fijados }) => Object.hasOwn(fijados, id))
  const pinned = useEditor(({ fijados }) => fijados[id])
  const { pin, unpin } = usePins()
  const [edited, setEdited] = useState<string | null>(null)
  // They give nothing that another could take, or what their join gives.
  if (tipo === 'entrada' || tipo === 'salida' || tipo === 'splitter-split') return null
  if (edited !== null) {
    return (
      <PinEditor
        text={edited}
        onCancel={() => setEdited(null)}
        onSave={(value) => {
          pin(id, value)
          setEdited(null)
        }}
      />
    )
  }
  const incomplete = salida !== undefined && (isCut(salida) || isHidden(salida))
  const toText = (value: unknown) => JSON.stringify(value ?? {}, null, 2)
  if (!isPinned) {
    return (
      <Stack gap={4}>
        <Group gap="xs">
          <QuietButton
            icon={IconPin}
            isDisabled={salida === undefined || incomplete}
            onClick={() => pin(id, salida)}
          >
            Fijar la salida
          </QuietButton>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => setEdited(toText(incomplete ? {} : salida))}
          >
            Fijar otros datos
          </Button>
        </Group>
        {incomplete && (
          <Text size="xs" c="dimmed">
            La muestra no está entera o lleva datos ocultos: no se puede fijar tal cual (MUESTRA_INCOMPLETA).
          </Text>
        )}
      </Stack>
    )
  }
  return (
    <Alert variant="light" color="yellow" icon={<IconPin aria-hidden />} title="Datos fijados">
      <Stack gap={6} align="flex-start">
        <Text size="sm">Las pruebas toman estos datos y no ejecutan el nodo.</Text>
        <Group gap="xs">
          <QuietButton onClick={() => setEdited(toText(pinned))}>Editar</QuietButton>
          <QuietButton icon={IconPinnedOff} onClick={() => unpin(id)}>
            Dejar de fijar
          </QuietButton>
        </Group>
      </Stack>
    </Alert>
  )
}

interface PinEditorProps {
  text: string
  onSave: (value: unknown) => void
  onCancel: () => void
}

function PinEditor({ text: first, onSave, onCancel }: PinEditorProps) {
  const [text, setText] = useState(first)
  const source = useMemo(() => readJson(text), [text])
  return (
    <Stack gap={6}>
      <JsonEditor label="Datos fijados" text={text} onChange={setText} isInvalid={!source.isValid} />
      {!source.isValid && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          Línea {lineOf(text, source.offset)}: {source.message}
        </Text>
      )}
      <Group gap="xs">
        <Button
          size="compact-sm"
          disabled={!source.isValid}
          onClick={() => source.isValid && onSave(source.value)}
        >
          Fijar estos datos
        </Button>
        <QuietButton onClick={onCancel}>Cancelar</QuietButton>
      </Group>
    </Stack>
  )
}
