import type { ErrorDeCampo } from '@div/contract'
import { JsonEditor, type JsonSource, lineOf } from '@div/ui'
import { Stack, Text } from '@mantine/core'
import { useId } from 'react'

interface EntradaJsonProps {
  text: string
  onChange: (text: string) => void
  source: JsonSource
  /** Of what it says, when it was to be run. */
  mistakes: readonly ErrorDeCampo[]
}

/** What a run is given, as a document: for what forms are too narrow for. */
export function EntradaJson({ text, onChange, source, mistakes }: EntradaJsonProps) {
  const mistake = useId()
  const lines = source.isValid
    ? mistakes.map(({ campo, mensaje }) =>
        campo === 'entrada' ? mensaje : `${campo.replace(/^entrada\./, '')}: ${mensaje}`,
      )
    : [`Línea ${lineOf(text, source.offset)}: ${source.message}`]
  return (
    <Stack gap={4}>
      <JsonEditor
        label="Entrada en JSON"
        text={text}
        onChange={onChange}
        isInvalid={lines.length > 0}
        marks={source.isValid ? [] : [{ offset: source.offset, tone: 'error' }]}
        describedBy={mistake}
      />
      <Text id={mistake} size="xs" c="var(--mantine-color-error)" mih={16} style={{ whiteSpace: 'pre-line' }}>
        {lines.join('\n')}
      </Text>
    </Stack>
  )
}
