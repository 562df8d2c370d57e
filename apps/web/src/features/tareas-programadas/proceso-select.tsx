import type { ProcesoGuardado } from '@div/contract'
import { Group, Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useProcesosFound } from './tareas-api.ts'

const TYPING_MS = 200

interface ProcesoSelectProps {
  /** Empty: none yet. */
  value: string
  /** As it is known by its id. */
  proceso: ProcesoGuardado | undefined
  error: string | undefined
  isReadOnly: boolean
  onChange: (id: string) => void
}

/** Which process: searched by name where they are, however many there are. */
export function ProcesoSelect({ value, proceso, error, isReadOnly, onChange }: ProcesoSelectProps) {
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed, TYPING_MS)
  // What stands in the field once something was chosen is no search.
  const found = useProcesosFound(asked === proceso?.nombre ? '' : asked.trim())
  const options = found.map(({ id, nombre }) => ({ value: id, label: nombre }))
  if (proceso && !found.some(({ id }) => id === proceso.id))
    options.unshift({ value: proceso.id, label: proceso.nombre })
  const isPublished = (id: string) => found.find((each) => each.id === id)?.versionPublicada !== null
  return (
    <Select
      label="Proceso"
      placeholder="Busque por su nombre"
      nothingFoundMessage="Ningún proceso se llama así."
      withAsterisk
      searchable
      allowDeselect={false}
      disabled={isReadOnly}
      error={error}
      data={options}
      // The server has searched already.
      filter={({ options: all }) => all}
      renderOption={({ option }) => (
        <Group justify="space-between" flex={1} wrap="nowrap" gap="md">
          <span>{option.label}</span>
          {!isPublished(option.value) && (
            <Text span size="xs" c="dimmed">
              sin publicar
            </Text>
          )}
        </Group>
      )}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value === '' ? null : value}
      onChange={(id) => id !== null && onChange(id)}
    />
  )
}
