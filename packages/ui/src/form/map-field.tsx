import { ActionIcon, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { errorAt, type FieldProps, inputProps, joinPath } from './field-props.ts'
import { ListEnd } from './list-end.tsx'
import { readEntries, showEntries } from './unread.ts'
import { useTyped } from './use-typed.ts'

const ENTRIES = { show: showEntries, read: readEntries }

/** Names with a text each, such as headers. A text without a name stays in the form, which cannot be sent with it. */
export function MapField(props: FieldProps) {
  const { errors, path, isReadOnly } = props
  const { label, description, error } = inputProps(props)
  const [entries, change] = useTyped(props, ENTRIES)

  return (
    <Fieldset legend={label} style={{ gridColumn: '1 / -1' }}>
      <Stack gap="sm">
        {description !== undefined && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
        {entries.map(([name, text], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the name is what a person is changing.
          <Group key={index} gap="sm" wrap="nowrap" align="flex-start">
            <TextInput
              aria-label="Nombre"
              placeholder="Nombre"
              flex={1}
              readOnly={isReadOnly}
              value={name}
              onChange={(event) => change(entries.with(index, [event.currentTarget.value, text]))}
            />
            <TextInput
              aria-label={`Valor de ${name}`}
              placeholder="Valor"
              flex={2}
              readOnly={isReadOnly}
              error={errorAt(errors, joinPath(path, name))}
              value={text}
              onChange={(event) => change(entries.with(index, [name, event.currentTarget.value]))}
            />
            {!isReadOnly && (
              <ActionIcon
                size="lg"
                aria-label={`Quitar ${name}`}
                onClick={() => change(entries.toSpliced(index, 1))}
              >
                <IconTrash size={16} stroke={1.5} />
              </ActionIcon>
            )}
          </Group>
        ))}
        <ListEnd error={error} isReadOnly={isReadOnly} onAdd={() => change([...entries, ['', '']])} />
      </Stack>
    </Fieldset>
  )
}
