import { ListEnd } from '@div/ui'
import { ActionIcon, Autocomplete, Fieldset, Group, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { readRows, rowsOf, type VinculoRow } from './vinculo-rows.ts'

interface VinculosFieldProps {
  legend: string
  /** One of them: `servidor`. */
  noun: string
  value: Readonly<Record<string, string>>
  /** What there is to choose from, here and there; nothing as long as that is not known. */
  nombres: { aqui: readonly string[]; alli: readonly string[] }
  error: string | undefined
  isReadOnly: boolean
  /** `isWhole`: every row can be meant. */
  onChange: (vinculos: Record<string, string>, isWhole: boolean) => void
}

/** What is called otherwise there, row by row. */
export function VinculosField(props: VinculosFieldProps) {
  const { legend, noun, value, nombres, error, isReadOnly, onChange } = props
  const [rows, setRows] = useState(() => rowsOf(value))
  const { mistakes } = readRows(rows)

  function write(next: readonly VinculoRow[]) {
    setRows([...next])
    const read = readRows(next)
    onChange(read.vinculos, read.mistakes.size === 0)
  }

  return (
    <Fieldset legend={legend}>
      <Stack gap="md">
        {rows.length === 0 && (
          <Text size="sm" c="dimmed">
            Todos se llaman igual en los dos.
          </Text>
        )}
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the name is what a person is changing.
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <Stack gap={4} flex={1} miw={0}>
              <NombreInput
                lado="Aquí"
                label={`Nombre aquí del ${noun} ${index + 1}`}
                nombres={nombres.aqui}
                error={mistakes.get(index)}
                isReadOnly={isReadOnly}
                value={row.aqui}
                onChange={(aqui) => write(rows.with(index, { ...row, aqui }))}
              />
              <NombreInput
                lado="Allí"
                label={`Nombre allí del ${noun} ${index + 1}`}
                nombres={nombres.alli}
                isReadOnly={isReadOnly}
                value={row.alli}
                onChange={(alli) => write(rows.with(index, { ...row, alli }))}
              />
            </Stack>
            {!isReadOnly && (
              <ActionIcon
                size="lg"
                aria-label={`Quitar el ${noun} ${index + 1}`}
                onClick={() => write(rows.toSpliced(index, 1))}
              >
                <IconTrash size={16} stroke={1.5} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        ))}
        <ListEnd
          noun={noun}
          error={error}
          isReadOnly={isReadOnly}
          onAdd={() => write([...rows, { aqui: '', alli: '' }])}
        />
      </Stack>
    </Fieldset>
  )
}

interface NombreInputProps {
  lado: 'Aquí' | 'Allí'
  label: string
  nombres: readonly string[]
  error?: string | undefined
  isReadOnly: boolean
  value: string
  onChange: (nombre: string) => void
}

/** As wide as its form: names of servidores are long, and the two of a row often end differently. */
function NombreInput({ lado, label, nombres, error, isReadOnly, value, onChange }: NombreInputProps) {
  return (
    <Autocomplete
      aria-label={label}
      leftSection={
        <Text size="xs" c="dimmed">
          {lado}
        </Text>
      }
      leftSectionWidth={48}
      title={value}
      readOnly={isReadOnly}
      data={nombres}
      error={error}
      value={value}
      onChange={onChange}
    />
  )
}
